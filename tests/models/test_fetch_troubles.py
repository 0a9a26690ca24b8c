"""Fetching from a hub that redirects, drops, stalls, lies and fails; nothing half is installed."""

from __future__ import annotations

import errno
import hashlib
import shutil
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from app.core.cancel import CancelToken
from app.core.errors import CancelledJobError, EnvironmentProblem, UserError
from app.models.catalog import HubSource, ModelInfo, Role
from app.models.downloads import download_hub_file
from app.models.fetch import fetch_model, fetched_bytes, space_needed
from tests.models.hub_server import COMMIT, FILE, PATH, REPOSITORY, STORE, TroubledHub, running

CONTENT = bytes(range(256)) * 8000  # 2 MB
INFO = ModelInfo(
    id="tiny",
    role=Role.GENERATOR,
    name="Tiny",
    licence="MIT",
    file=FILE,
    size_bytes=len(CONTENT),
    sha256=hashlib.sha256(CONTENT).hexdigest(),
    languages=("en",),
    n_ctx=512,
    prompt_version="1",
    sources=(HubSource(REPOSITORY, COMMIT, FILE),),
)


@pytest.fixture
def hub() -> Iterator[TroubledHub]:
    with running(CONTENT) as server:
        yield server


def fetch(hub: TroubledHub, folder: Path, cancel: CancelToken | None = None) -> Path:
    download = partial(download_hub_file, endpoint=hub.endpoint)
    return fetch_model(INFO, folder, hub=download, cancel=cancel)


def installed(folder: Path) -> bool:
    return INFO.location(folder).exists()


def test_redirects_are_followed(hub: TroubledHub, tmp_path: Path) -> None:
    assert fetch(hub, tmp_path).read_bytes() == CONTENT
    assert any(asked == f"HEAD {PATH}" for asked in hub.asked)
    assert f"GET {STORE}" in hub.asked


def test_a_connection_that_drops_is_gone_on_with(hub: TroubledHub, tmp_path: Path) -> None:
    hub.drop_after = [700_000]
    assert fetch(hub, tmp_path).read_bytes() == CONTENT
    assert hub.ranges[0] == 0
    assert 0 < hub.ranges[1] <= 700_000


def test_the_next_attempt_begins_where_a_stopped_one_ended(
    hub: TroubledHub, tmp_path: Path
) -> None:
    hub.slow.clear()
    cancel = CancelToken()
    download = partial(download_hub_file, endpoint=hub.endpoint)

    def watch(done: int, _total: int, _what: str) -> None:
        if done:
            cancel.cancel()

    with pytest.raises(CancelledJobError):
        fetch_model(INFO, tmp_path, hub=download, cancel=cancel, progress=watch)
    assert not installed(tmp_path)
    kept = fetched_bytes(INFO, tmp_path)
    assert 0 < kept < len(CONTENT)
    assert space_needed(INFO, kept) < space_needed(INFO)
    hub.slow.set()
    assert fetch(hub, tmp_path).read_bytes() == CONTENT
    assert hub.ranges[-1] == kept
    assert fetched_bytes(INFO, tmp_path) == 0


def test_wrong_content_is_deleted(hub: TroubledHub, tmp_path: Path) -> None:
    hub.content = bytes(len(CONTENT))
    with pytest.raises(EnvironmentProblem, match="damaged and was deleted"):
        fetch(hub, tmp_path)
    assert not installed(tmp_path)
    assert fetched_bytes(INFO, tmp_path) == 0
    hub.content = CONTENT
    assert fetch(hub, tmp_path).read_bytes() == CONTENT


@pytest.mark.parametrize("length", [len(CONTENT) // 2, len(CONTENT) + 4000])
def test_another_length_is_no_model(hub: TroubledHub, tmp_path: Path, length: int) -> None:
    hub.content = (CONTENT * 2)[:length]
    with pytest.raises(EnvironmentProblem):
        fetch(hub, tmp_path)
    assert not installed(tmp_path)


def test_a_wrong_announced_length_is_no_model(hub: TroubledHub, tmp_path: Path) -> None:
    hub.announced = len(CONTENT) + 1
    with pytest.raises(EnvironmentProblem):
        fetch(hub, tmp_path)
    assert not installed(tmp_path)
    hub.announced = None
    assert fetch(hub, tmp_path).read_bytes() == CONTENT


def test_no_space_is_said_before_anything_is_asked_for(
    hub: TroubledHub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    usage = shutil.disk_usage(tmp_path)
    monkeypatch.setattr(shutil, "disk_usage", lambda _path: usage._replace(free=1000))
    with pytest.raises(UserError, match="not enough room"):
        fetch(hub, tmp_path)
    assert hub.asked == []


def test_a_disk_that_fills_up_meanwhile_is_said_in_words(tmp_path: Path) -> None:
    def full(*_arguments: object) -> Path:
        raise OSError(errno.ENOSPC, "No space left on device")

    with pytest.raises(UserError, match="disk is full"):
        fetch_model(INFO, tmp_path, hub=full)
