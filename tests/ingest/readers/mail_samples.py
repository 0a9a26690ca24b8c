"""Small messages for the tests of mail."""

from __future__ import annotations

from email.message import EmailMessage


def make_message(
    subject: str = "Contratto",
    body: str = "Il canone è di 500 euro.",
    *attachments: tuple[str, str, bytes],
    html: str = "",
    sender: str = "Anna Rossi <anna@example.org>",
) -> EmailMessage:
    """A message; attachments are (name, content type, content)."""
    message = EmailMessage()
    message["From"] = sender
    message["To"] = "Marco <marco@example.org>"
    message["Subject"] = subject
    message["Date"] = "Tue, 12 Mar 2024 10:00:00 +0100"
    message.set_content(body)
    if html:
        message.add_alternative(html, subtype="html")
    for name, kind, data in attachments:
        main, _, sub = kind.partition("/")
        message.add_attachment(data, maintype=main, subtype=sub, filename=name)
    return message
