"""The demonstration in the terminal, for machines without a display."""

from __future__ import annotations

import argparse
import tomllib

from app.core.paths import data_dir
from app.core.resources import read_resource, resource_path
from app.core.settings import Settings
from app.core.types import GateMode
from app.engine.protocol import Ask
from app.terminal import output
from app.terminal.commands import list_files, print_json, run_ask, run_index
from app.terminal.session import EngineSession


def demo(options: argparse.Namespace, settings: Settings) -> None:
    """`margine demo`: index the samples, ask a few questions, show gate and citations."""
    samples = resource_path("samples")
    questions = tomllib.loads(read_resource("samples.toml"))["demo"]["questions"]
    answers = []
    with EngineSession(data_dir() / "libraries" / "samples", settings) as session:
        output.say("Indexing the sample documents …")
        summary = run_index(session, (str(samples),))
        output.print_summary(summary, list_files(session)[0])
        for question in questions:
            output.say(f"\n> {question}")
            request = Ask(session.next_job(), question, (), GateMode.AUTO)
            answer = run_ask(session, request)
            answers.append(answer)
            output.print_answer(answer)
    if options.json:
        print_json([output.answer_json(answer) for answer in answers])
