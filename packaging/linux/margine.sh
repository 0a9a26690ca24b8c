#!/bin/sh
# Starts Margine with the Python that lies beside this file, wherever both were moved to.
here=$(dirname "$(readlink -f "$0")")
exec "$here/runtime/bin/python3" -I -X utf8 -m app "$@"
