"""Words that no program writes by itself: found somewhere, they tell what was written there."""

from __future__ import annotations

TEXT_WORD = "Zwölfquittenbaum"  # in a document that is read
LOCKED_WORD = "Kupferkesselflicker"  # in one that opens with a password
BROKEN_WORD = "Trümmergrundstück"  # in one that cannot be read
QUESTION_WORD = "Papageienfeder"
ANSWER_WORD = "Bernsteinzimmer"
SEARCH_WORD = "Mohnblütenhonig"
PASSWORD = "Geheimwort-Xyz-7"
DOCUMENT_WORDS = (TEXT_WORD, LOCKED_WORD)
PASSING_WORDS = (QUESTION_WORD, ANSWER_WORD, SEARCH_WORD, PASSWORD)
ALL_WORDS = (*DOCUMENT_WORDS, BROKEN_WORD, *PASSING_WORDS)
