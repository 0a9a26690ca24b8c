#!/bin/sh
# What the AppImage starts. The program starts its other windows through the AppImage again
# (app/ui/recent_libraries.py): one that was unpacked instead of mounted has to be unpacked then.
here=$(dirname "$(readlink -f "$0")")
case $here in
    */.mount_*) ;;
    *) if [ -n "$APPIMAGE" ]; then export APPIMAGE_EXTRACT_AND_RUN=1; fi ;;
esac
exec "$here/margine" "$@"
