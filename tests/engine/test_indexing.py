"""The indexing job over a library in memory and over the real one."""

from __future__ import annotations

import hashlib
import os
import threading
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from app.core.cancel import CancelToken
from app.core.errors import CancelledJobError, EnvironmentProblem, MargineError, UserError
from app.core.types import FileState, IndexProgress, Passage
from app.engine import index_reading
from app.engine.indexing import remove_paths
from app.engine.reader_pool import ReaderPool
from app.index.lock import LOCK
from app.ingest.split import split
from tests.engine.indexing_fakes import (
    DirectAccess,
    FakeLibrary,
    measure_words,
)
from tests.engine.indexing_world import World, sentences

DEADLINE_S = 100.0


def run_in_thread(work: Callable[[], object]) -> Callable[[], BaseException | None]:
    """Start `work`; the function returned waits for its end and gives its error."""
    errors: list[BaseException] = []

    def run() -> None:
        try:
            work()
        except (MargineError, CancelledJobError) as error:
            errors.append(error)

    thread = threading.Thread(target=run)
    thread.start()

    def wait() -> BaseException | None:
        thread.join(DEADLINE_S)
        assert not thread.is_alive(), "the job does not end"
        return errors[0] if errors else None

    return wait


# ------------------------------------------------------------------------------ plain indexing


def test_every_file_ends_in_one_state_with_a_reason(world: World) -> None:
    world.write("a.txt", sentences("apple", 3))
    world.write("deep/er/b.md", sentences("banana"))
    world.write("empty.txt", "")
    world.write("locked.txt", "x")
    world.write("broken.txt", "y")
    world.write("bug.txt", "z")
    world.write("film.mp4", "j")
    world.write(".hidden.txt", "h")
    summary = world.add()
    assert world.states() == {
        "a.txt": FileState.INDEXED,
        "deep/er/b.md": FileState.INDEXED,
        "empty.txt": FileState.NO_TEXT,
        "locked.txt": FileState.LOCKED,
        "broken.txt": FileState.FAILED,
        "bug.txt": FileState.FAILED,
        "film.mp4": FileState.UNSUPPORTED,
    }
    for name in ("empty.txt", "locked.txt", "broken.txt", "bug.txt", "film.mp4"):
        assert world.reason(name), name
    assert world.reason("a.txt") == ""
    assert world.find("apple") == {"a.txt"}
    assert summary.files_seen == 7
    assert summary.files_read == 2
    assert summary.passages_embedded == len(world.embedder.texts) > 0
    assert summary.states == {
        "indexed": 2,
        "no_text": 1,
        "locked": 1,
        "failed": 2,
        "unsupported": 1,
    }
    assert summary.problems == ()
    assert world.pending() == 0


def test_a_second_look_at_an_unchanged_folder_reads_and_embeds_nothing(world: World) -> None:
    for name in ("a.txt", "b.txt", "empty.txt", "broken.txt", "locked.txt", "photo.png"):
        world.write(name, "" if "empty" in name else sentences(name))
    world.add()
    reads, texts, states = world.pool.reads.copy(), list(world.embedder.texts), world.states()
    for again in (world.rescan, world.add):
        summary = again()
        assert (summary.files_read, summary.passages_embedded) == (0, 0)
        assert summary.files_seen == 6
    assert (world.pool.reads, world.embedder.texts, world.states()) == (reads, texts, states)


def test_a_touched_file_is_hashed_and_not_read(world: World) -> None:
    path = world.write("a.txt", sentences("apple"))
    world.add()
    os.utime(path, ns=(1, 1))
    world.rescan()
    assert world.pool.reads["a.txt"] == 1
    assert world.states() == {"a.txt": FileState.INDEXED}
    world.pool.reads.clear()
    assert world.rescan().files_read == 0


def test_a_corpus_without_text_is_no_trouble(world: World) -> None:
    assert world.add().states == {}
    world.write("empty.txt", "")
    world.write("noise.txt", "QUJD" * 1000)
    world.add()
    assert set(world.states().values()) == {FileState.NO_TEXT}
    assert world.reason("noise.txt")


def test_one_enormous_word_is_passages_of_the_right_length(world: World) -> None:
    world.write("chinese.txt", "汉字" * 5000)
    world.write("words.txt", "a " * 600)
    world.add()
    assert set(world.states().values()) == {FileState.INDEXED}
    assert all(count <= 80 for count in measure_words(world.embedder.texts))
    assert "".join(world.embedder.texts).count("汉") == 5000


def test_the_same_file_twice_is_read_once_and_known_by_both_names(world: World) -> None:
    for name in ("one.txt", "two.txt", "deep/three.txt"):
        world.write(name, sentences("apple", 3))
    world.add()
    assert sum(world.pool.reads.values()) == 1
    assert len(world.embedder.texts) == 3
    assert set(world.states().values()) == {FileState.INDEXED}
    assert world.find("apple") == {"one.txt", "two.txt", "three.txt"}
    (world.folder / "one.txt").unlink()
    world.rescan()
    assert world.find("apple") == {"two.txt", "three.txt"}
    assert sum(world.pool.reads.values()) == 1


def test_copies_of_a_broken_file_are_all_said_to_be_broken(world: World) -> None:
    world.write("broken one.txt", "same")
    world.write("broken two.txt", "same")
    world.add()
    assert set(world.states().values()) == {FileState.FAILED}


def test_a_too_large_file_says_so(world: World) -> None:
    world.write("large.txt", "word " * 1000)
    world.job(max_bytes=100).add([str(world.folder)])
    assert world.states() == {"large.txt": FileState.FAILED}
    assert "read.max_size" in world.reason("large.txt")


def test_a_passage_without_a_usable_vector_costs_its_file_alone(world: World) -> None:
    world.write("good.txt", sentences("apple", 3))
    world.write("bad.txt", sentences("poison", 3))
    world.embedder.spoil = lambda text: "poison number 1" in text
    world.add()
    assert world.states() == {"good.txt": FileState.INDEXED, "bad.txt": FileState.FAILED}
    assert "vector" in world.reason("bad.txt")
    world.embedder.spoil = lambda _: False
    world.job().retry([world.file_id("bad.txt")])
    assert world.states()["bad.txt"] is FileState.INDEXED


def test_without_an_embedder_words_alone_are_indexed_and_vectors_come_later(world: World) -> None:
    world.write("a.txt", sentences("apple", 3))
    summary = world.job(with_embedder=False).add([str(world.folder)])
    assert summary.states == {"indexed": 1}
    assert world.find("apple") == {"a.txt"}
    assert world.pending() == 3
    assert world.rescan().passages_embedded == 3
    assert world.pending() == 0
    assert world.pool.reads["a.txt"] == 1


# ----------------------------------------------------------------- changes while it was closed


def test_deleted_edited_and_renamed_while_closed(world: World) -> None:
    world.write("deleted.txt", sentences("apple"))
    world.write("edited.txt", sentences("banana"))
    world.write("renamed.txt", sentences("cherry"))
    world.write("kept.txt", sentences("date"))
    world.add()
    world.pool.reads.clear()
    (world.folder / "deleted.txt").unlink()
    world.write("edited.txt", sentences("elderberry"))
    (world.folder / "sub").mkdir()
    (world.folder / "renamed.txt").rename(world.folder / "sub" / "new name.txt")
    summary = world.rescan()
    assert world.find("apple") == set()
    assert world.find("banana") == set()
    assert world.find("elderberry") == {"edited.txt"}
    assert world.find("cherry") == {"new name.txt"}
    assert world.find("date") == {"kept.txt"}
    assert dict(world.pool.reads) == {"edited.txt": 1}
    assert summary.files_removed == 2
    assert set(world.states()) == {"edited.txt", "sub/new name.txt", "kept.txt"}
    assert len(world.removed) == 2


def test_a_renamed_folder_is_not_read_again(world: World) -> None:
    for number in range(5):
        world.write(f"old/{number}.txt", sentences(f"fruit{number}"))
    world.add()
    world.pool.reads.clear()
    (world.folder / "old").rename(world.folder / "new")
    world.rescan()
    assert not world.pool.reads
    assert set(world.states()) == {f"new/{number}.txt" for number in range(5)}
    assert set(world.states().values()) == {FileState.INDEXED}


def test_two_files_that_swapped_names_each_show_their_content(world: World) -> None:
    world.write("a.txt", sentences("apple"))
    world.write("b.txt", sentences("banana"))
    world.add()
    (world.folder / "a.txt").rename(world.folder / "c.txt")
    (world.folder / "b.txt").rename(world.folder / "a.txt")
    (world.folder / "c.txt").rename(world.folder / "b.txt")
    world.rescan()
    assert world.find("apple") == {"b.txt"}
    assert world.find("banana") == {"a.txt"}


def test_a_file_that_broke_is_no_longer_cited(world: World) -> None:
    world.write("a.txt", sentences("apple"))
    world.add()
    world.write("a.txt", "")
    world.rescan()
    assert world.states() == {"a.txt": FileState.NO_TEXT}
    assert world.find("apple") == set()


def test_a_root_that_is_away_keeps_what_it_held(world: World, tmp_path: Path) -> None:
    world.write("a.txt", sentences("apple"))
    other = tmp_path / "stick"
    other.mkdir()
    (other / "b.txt").write_text(sentences("banana"), encoding="utf-8")
    world.add(world.folder, other)
    other.rename(tmp_path / "unplugged")
    world.write("c.txt", sentences("cherry"))
    summary = world.rescan()
    assert summary.away == (str(other),)
    assert world.find("banana") == {"b.txt"}
    assert world.find("cherry") == {"c.txt"}
    (tmp_path / "unplugged").rename(other)
    assert world.rescan().away == ()
    assert world.pool.reads["b.txt"] == 1


def test_a_single_file_that_was_deleted_is_gone(world: World) -> None:
    path = world.write("a.txt", sentences("apple"))
    world.add(path)
    path.unlink()
    world.rescan()
    assert world.states() == {}
    world.write("a.txt", sentences("banana"))
    world.rescan()
    assert world.find("banana") == {"a.txt"}


# ------------------------------------------------------------------------ changes while it runs


def test_a_file_edited_while_it_is_read_is_read_once_more(world: World) -> None:
    path = world.write("a.txt", sentences("apple"))

    def edit_once(_path: Path, _page: int) -> None:
        if world.pool.reads["a.txt"] == 1:
            path.write_text(sentences("banana", 2), encoding="utf-8")

    world.pool.on_each_page = edit_once
    world.add()
    assert world.pool.reads["a.txt"] == 2
    assert world.find("banana") == {"a.txt"}
    assert world.find("apple") == set()
    world.pool.on_each_page = None
    assert world.rescan().files_read == 0


def test_a_file_that_never_stops_changing_fails_and_is_tried_at_the_next_look(
    world: World,
) -> None:
    path = world.write("a.txt", sentences("apple"))
    world.pool.on_each_page = lambda *_: path.write_text(
        path.read_text(encoding="utf-8") + "More. ", encoding="utf-8"
    )
    world.add()
    assert world.pool.reads["a.txt"] == 2
    assert world.states() == {"a.txt": FileState.FAILED}
    assert "changing" in world.reason("a.txt")
    world.pool.on_each_page = None
    world.rescan()
    assert world.states() == {"a.txt": FileState.INDEXED}


def test_deleted_while_it_is_read(world: World) -> None:
    for name in ("a.txt", "b.txt"):
        world.write(name, sentences(name))
    world.pool.before_read = lambda path: path.unlink() if path.name == "a.txt" else None
    world.add()
    assert world.states() == {"b.txt": FileState.INDEXED}


def test_each_new_file_is_hashed_once_however_many_are_gone(world: World) -> None:
    for number in range(12):
        world.write(f"old/{number:02}.txt", sentences(f"pear{number:02}"))
    world.add()
    (world.folder / "old").rename(world.folder / "new")
    summary = world.rescan()
    assert summary.files_hashed <= 24, "once by the look, once by the reader"
    assert (summary.files_read, summary.files_removed) == (0, 12)


def test_renamed_while_it_is_read_is_found_under_its_new_name(world: World) -> None:
    world.write("a.txt", sentences("apple"))

    def rename(path: Path) -> None:
        if path.name == "a.txt":
            path.rename(path.with_name("b.txt"))

    world.pool.before_read = rename
    world.add()
    assert world.states() == {"b.txt": FileState.INDEXED}
    assert world.find("apple") == {"b.txt"}


def test_a_folder_unplugged_while_it_is_read_waits(world: World, tmp_path: Path) -> None:
    for number in range(6):
        world.write(f"{number}.txt", sentences(f"fruit{number}"))
    away = tmp_path / "away"

    def unplug(path: Path) -> None:
        if path.name == "3.txt" and not away.exists():
            world.folder.rename(away)

    world.pool.size = 1
    world.pool.before_read = unplug
    world.add()
    states = world.states()
    assert len(states) == 6
    assert states["3.txt"] is FileState.WAITING
    assert "not there" in world.reason("3.txt")
    world.pool.before_read = None
    away.rename(world.folder)
    world.rescan()
    assert set(world.states().values()) == {FileState.INDEXED}
    assert world.pool.reads["0.txt"] == 1


def test_the_old_version_is_found_until_the_new_one_is_whole(world: World) -> None:
    path = world.write("a.txt", sentences("apple", 3))
    world.add()
    path.write_text(sentences("banana", 3), encoding="utf-8")
    seen: list[tuple[set[str], set[str]]] = []
    world.embedder.before_batch = lambda _: seen.append((world.find("apple"), world.find("banana")))
    world.rescan()
    assert seen
    assert all(each == ({"a.txt"}, set()) for each in seen)
    assert (world.find("apple"), world.find("banana")) == (set(), {"a.txt"})


# --------------------------------------------------------------- cancelled, killed, gone on with


def test_a_cancelled_job_keeps_what_is_done_and_the_next_goes_on(world: World) -> None:
    for number in range(8):
        world.write(f"{number}.txt", sentences(f"fruit{number}", 40))
    world.embedder.before_batch = lambda _: (
        world.cancel.cancel() if len(world.embedder.texts) > 100 else None
    )
    with pytest.raises(CancelledJobError):
        world.add()
    done = len(world.embedder.texts)
    assert done < 320
    assert FileState.READING not in world.states().values()
    assert FileState.INDEXED in world.states().values()
    world.cancel, world.embedder.before_batch = CancelToken(), None
    world.rescan()
    assert set(world.states().values()) == {FileState.INDEXED}
    # The cancelled batch was embedded and stored like any other: nothing is done twice.
    assert len(world.embedder.texts) == 320
    assert max(world.pool.reads.values()) <= 2  # those under way when it was cancelled
    assert world.pending() == 0


def test_cancelling_while_a_reader_works_ends_the_job(world: World) -> None:
    world.write("a.txt", "\f".join(sentences(f"page{n}") for n in range(200)))
    world.pool.on_each_page = lambda _, page: world.cancel.cancel() if page == 3 else None
    wait = run_in_thread(world.add)
    assert isinstance(wait(), CancelledJobError)
    assert world.states() == {"a.txt": FileState.WAITING}


def test_cancelling_while_an_answer_holds_everything_up_ends_the_job(world: World) -> None:
    world.write("a.txt", sentences("apple"))
    with world.gate.answering():
        wait = run_in_thread(world.add)
        world.cancel.cancel()
        assert isinstance(wait(), CancelledJobError)
    assert not world.pool.reads


class KilledError(BaseException):
    """Stands for kill -9: nothing of ours runs behind it."""


def test_a_killed_job_is_gone_on_with_where_it_was(tmp_path: Path) -> None:
    folder = tmp_path / "documents"
    folder.mkdir()
    library = FakeLibrary()
    access = DirectAccess(library)
    world = World(folder, access)
    world.pool.size = 1
    for number in range(4):
        world.write(f"{number}.txt", sentences(f"fruit{number}", 50))
    stored_before: list[int] = []

    def kill(_: Sequence[str]) -> None:
        if len(world.embedder.texts) > 70:
            stored_before.append(len(world.embedder.texts))
            access.fail_with = OSError("the process is dead")
            raise KilledError

    world.embedder.before_batch = kill
    with pytest.raises(KilledError):
        world.add()
    assert {each.state.final for each in library.files()} == {True, False}

    # A new process: everything in memory is new but the library.
    again = World(folder, DirectAccess(library))
    again.rescan()
    assert set(again.states().values()) == {FileState.INDEXED}
    assert len(again.embedder.texts) == 200 - stored_before[0]
    reads = world.pool.reads + again.pool.reads
    assert sum(reads.values()) <= 5  # one file may have been under way


def test_a_full_disk_ends_the_job_with_a_clear_message(tmp_path: Path) -> None:
    folder = tmp_path / "documents"
    folder.mkdir()
    access = DirectAccess(FakeLibrary())
    world = World(folder, access)
    for number in range(4):
        world.write(f"{number}.txt", sentences(f"fruit{number}", 30))

    def fill(_: Sequence[str]) -> None:
        if len(world.embedder.texts) > 40:
            access.fail_with = OSError("database or disk is full")

    world.embedder.before_batch = fill
    with pytest.raises(UserError, match="disk is full"):
        world.add()
    access.fail_with, world.embedder.before_batch = None, None
    world.rescan()
    assert set(world.states().values()) == {FileState.INDEXED}
    assert world.pending() == 0


def test_a_missing_embedder_ends_the_job_with_its_message(world: World) -> None:
    world.write("a.txt", sentences("apple"))

    def fail(_: Sequence[str]) -> None:
        raise EnvironmentProblem("No embedder is installed.")

    world.embedder.before_batch = fail
    with pytest.raises(EnvironmentProblem, match="No embedder"):
        world.add()
    assert world.states() == {"a.txt": FileState.WAITING}
    world.embedder.before_batch = None
    world.rescan()
    assert world.pool.reads["a.txt"] == 1


# ----------------------------------------------------------------------------- turns, progress


def test_indexing_waits_while_a_question_is_answered_and_goes_on(world: World) -> None:
    world.write("a.txt", sentences("apple", 60))
    held, paused = threading.Event(), threading.Event()
    answering = world.gate.answering()
    batches_when_held: list[int] = []

    def begin_answer(_: Sequence[str]) -> None:
        if len(world.embedder.batches) == 1 and not held.is_set():
            answering.__enter__()
            held.set()

    def watch(_: IndexProgress) -> None:
        if world.progress[-1][1]:
            batches_when_held.append(len(world.embedder.batches))
            paused.set()

    world.embedder.before_batch = begin_answer
    world.on_progress = watch
    wait = run_in_thread(world.add)
    assert paused.wait(DEADLINE_S)
    assert batches_when_held[0] == 2  # the batch that was under way, and no other
    assert len(world.embedder.batches) == 2
    answering.__exit__(None, None, None)
    assert wait() is None
    assert not world.progress[-1][1]
    assert world.states() == {"a.txt": FileState.INDEXED}


def test_progress_counts_up_to_everything(world: World) -> None:
    for number in range(3):
        world.write(f"{number}.txt", "\f".join(sentences(f"w{number}x{n}") for n in range(20)))
    world.add()
    last, paused = world.progress[-1]
    assert not paused
    assert not last.scanning
    assert (last.files_done, last.files_total) == (3, 3)
    assert last.pages_done == 60
    assert last.passages_done == last.passages_total == len(world.embedder.texts)
    assert last.bytes_done == last.bytes_total > 0
    for before, after in zip(world.progress, world.progress[1:], strict=False):
        assert before[0].bytes_done <= after[0].bytes_done
        assert before[0].passages_done <= after[0].passages_done
    ids = {world.file_id(f"{number}.txt") for number in range(3)}
    assert ids == set(world.changed)


def test_retry_reads_again_whatever_the_state(world: World) -> None:
    world.write("broken.txt", sentences("apple"))
    world.write("good.txt", sentences("banana"))
    world.add()
    ids = [world.file_id("broken.txt"), world.file_id("good.txt")]
    summary = world.job().retry([*ids, 987654])
    assert dict(world.pool.reads) == {"broken.txt": 2, "good.txt": 2}
    assert summary.states == {"failed": 1, "indexed": 1}
    assert world.find("banana") == {"good.txt"}


# -------------------------------------------------------------------- adding and taking out


def test_a_library_is_no_folder_of_documents(world: World) -> None:
    kept = world.write(f"library/{LOCK}", "").parent
    world.write("library/library.db", "rows")
    with pytest.raises(UserError) as refused:
        world.add(kept)
    assert "where a library is kept" in refused.value.why
    world.write("letter.txt", sentences("apple"))
    world.add()
    assert world.states() == {"letter.txt": FileState.INDEXED}


def test_adding_what_is_not_there(world: World) -> None:
    with pytest.raises(UserError, match="nothing to add"):
        world.add(world.folder / "missing")
    path = world.write("a.txt", sentences("apple"))
    summary = world.add(path, world.folder / "missing")
    assert summary.states == {"indexed": 1}
    assert len(summary.problems) == 1


def test_roots_that_overlap_index_each_file_once(world: World) -> None:
    world.write("sub/a.txt", sentences("apple"))
    world.write("b.txt", sentences("banana"))
    world.add(world.folder / "sub")
    world.add(world.folder)
    world.add(world.folder / "sub" / "a.txt")
    assert set(world.states()) == {"sub/a.txt", "b.txt"}
    assert dict(world.pool.reads) == {"a.txt": 1, "b.txt": 1}


def test_what_was_taken_out_stays_out_until_it_is_added_again(world: World) -> None:
    world.write("sub/a.txt", sentences("apple"))
    world.write("b.txt", sentences("banana"))
    world.add()
    gone: list[int] = []
    remove_paths(world.access, [str(world.folder / "sub")], lambda _, ids: gone.extend(ids))
    assert len(gone) == 1
    assert world.find("apple") == set()
    world.rescan()
    assert set(world.states()) == {"b.txt"}
    world.add(world.folder / "sub")
    assert set(world.states()) == {"sub/a.txt", "b.txt"}


def test_part_of_what_was_taken_out_comes_back_alone(world: World) -> None:
    world.write("sub/a.txt", sentences("apple"))
    world.write("sub/deep/c.txt", sentences("cherry"))
    world.add()
    remove_paths(world.access, [str(world.folder / "sub")], lambda *_: None)
    world.add(world.folder / "sub" / "deep")
    assert set(world.states()) == {"sub/deep/c.txt"}
    world.rescan()
    assert set(world.states()) == {"sub/deep/c.txt"}


def test_taking_out_a_root_forgets_its_files(world: World) -> None:
    world.write("b.txt", sentences("banana"))
    world.add()
    remove_paths(world.access, [str(world.folder)], lambda *_: None)
    assert world.states() == {}
    assert world.find("banana") == set()
    assert world.rescan().files_seen == 0
    with pytest.raises(UserError, match="does not hold"):
        remove_paths(world.access, [str(world.folder)], lambda *_: None)


def test_a_name_that_is_no_utf8_is_listed_as_failed(world: World) -> None:
    name = os.fsencode(world.folder) + b"/caf\xe9.txt"
    with open(name, "wb") as stream:  # noqa: PTH123 - Path takes no bytes
        stream.write(b"text")
    world.write("good.txt", sentences("apple"))
    for _ in range(2):
        world.add()
        assert world.states() == {"caf\\xe9.txt": FileState.FAILED, "good.txt": FileState.INDEXED}
    assert "UTF-8" in world.reason("caf\\xe9.txt")


def test_reading_runs_ahead_of_embedding_by_a_bounded_amount(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.engine.index_reading.READ_AHEAD", 25)
    for number in range(20):
        world.write(f"{number}.txt", sentences(f"fruit{number}", 10))
    waiting: list[int] = []
    world.embedder.before_batch = lambda _: waiting.append(world.pending())
    world.add()
    # At most one more file per reader than what made it wait.
    assert max(waiting) <= 25 + world.pool.size * 10
    assert set(world.states().values()) == {FileState.INDEXED}


def test_with_the_real_readers(world: World) -> None:
    world.write("a.txt", sentences("apple", 3))
    world.write("b.md", f"# Fruit\n\n{sentences('banana')}")
    world.write("c.TXT", sentences("cherry"))
    world.write("page.pdf", "<html><body>no PDF at all</body></html>")
    world.write("empty.pdf", "")
    pool = ReaderPool(1)
    try:
        world.pool = pool  # type: ignore[assignment]  # the real thing in place of the fake
        summary = world.add()
        assert world.rescan().files_read == 0
    finally:
        pool.close()
    assert summary.states == {"indexed": 3, "failed": 2}
    assert world.find("banana") == {"b.md"}
    assert "not a PDF" in world.reason("page.pdf")


def test_readers_that_close_end_the_job(world: World) -> None:
    """Nobody cancelled it, but it could wait forever for files that no one reads."""
    for number in range(6):
        world.write(f"{number}.txt", sentences(f"fruit{number}"))

    def close(_: Path) -> None:
        raise CancelledJobError

    world.pool.before_read = close
    wait = run_in_thread(world.add)
    assert isinstance(wait(), CancelledJobError)
    assert FileState.READING not in world.states().values()


def test_no_reader_to_be_had_ends_the_job_with_its_message(world: World) -> None:
    world.write("a.txt", sentences("apple"))

    def fail(_: Path) -> None:
        raise EnvironmentProblem("No reader can be started.")

    world.pool.before_read = fail
    wait = run_in_thread(world.add)
    assert str(wait()) == "No reader can be started."
    assert world.states() == {"a.txt": FileState.WAITING}


def test_a_long_text_counts_as_a_stop_until_it_is_split(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So that one which takes all memory does not end the engine at each start."""
    path = world.write("long.txt", sentences("apple", 3))
    sha256 = hashlib.sha256(path.read_bytes()).hexdigest()
    counted: list[int] = []

    def stops() -> int:
        return world.access.call(lambda library: library.reader_stops(sha256))

    def look_and_split(*arguments: object) -> tuple[Passage, ...]:
        counted.append(stops())
        return split(*arguments)  # type: ignore[arg-type]  # handed on as they came

    monkeypatch.setattr(index_reading, "LONG_TEXT", 10)
    monkeypatch.setattr(index_reading, "split", look_and_split)
    world.add()
    assert (counted, stops()) == ([1], 0)
    assert world.states() == {"long.txt": FileState.INDEXED}
