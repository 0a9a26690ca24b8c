#!/bin/sh
# A purge deletes what a package keeps for the whole machine: this one keeps nothing.
set -e
if [ "$1" = purge ]; then
    echo "Margine kept nothing for the whole machine. Libraries and settings in people's home folders"
    echo "(~/.local/share/margine, ~/.config/margine, ~/.cache/margine) are theirs, and are left."
    echo "\"margine erase --everything\" deletes them, with Margine installed."
fi
exit 0
