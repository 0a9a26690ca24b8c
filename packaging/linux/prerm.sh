#!/bin/sh
# Libraries, settings and fetched models are each person's own, in their home folder, and stay: a
# package never touches that. Who wants them gone is told how while the program is still there.
set -e
if [ "$1" = remove ]; then
    echo "Margine is removed. Your documents are not touched. What it made of them stays in each"
    echo "person's home folder, and can be deleted there, if it is not wanted any more:"
    echo "  ~/.local/share/margine  libraries and fetched models"
    echo "  ~/.config/margine       settings"
    echo "  ~/.cache/margine        logs, and what is made again"
fi
exit 0
