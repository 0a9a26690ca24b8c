#!/bin/sh
# Libraries, settings and fetched models are each person's own, in their home folder, and stay: a
# package never touches that. The program itself erases them, for each person, while it is there.
set -e
if [ "$1" = remove ]; then
    echo "Margine is removed. Your documents are not touched. What it made of them stays in each"
    echo "person's home folder. Who wants it gone runs, while Margine is installed:"
    echo "  margine erase --everything"
    echo "which lists it first, and asks. Or deletes these folders afterwards, and libraries that"
    echo "were put elsewhere:"
    echo "  ~/.local/share/margine  libraries and fetched models"
    echo "  ~/.config/margine       settings"
    echo "  ~/.cache/margine        logs, and what is made again"
fi
exit 0
