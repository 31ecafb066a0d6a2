"""What the runner of fuzzers says of those that run clean, that fail, that never begin, and that are not there."""

import pathlib
import tempfile
import unittest

import planted  # noqa: F401  it makes the tools importable
import fuzz


class FuzzTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        root = pathlib.Path(folder.name)
        fuzz.SOURCES, fuzz.BUILD = root / "sources", root / "build"
        (fuzz.SOURCES / "corpus" / "kept").mkdir(parents=True)
        fuzz.BUILD.mkdir()

    def fuzzer(self, name, script):
        program = fuzz.BUILD / f"fuzz_{name}"
        program.write_text("#!/bin/sh\n" + script, encoding="utf-8")
        program.chmod(0o755)
        return fuzz.run(name, 7)

    def test_a_clean_one_is_told_with_its_inputs(self):
        passed, words = self.fuzzer("clean", "echo stat::number_of_executed_units: 12")
        self.assertTrue(passed)
        self.assertIn("clean: 12 inputs in 7 s, clean", words)
        self.assertIn("figure: 12 inputs of the fuzzer clean", words)

    def test_a_failure_shows_the_end_of_what_was_said(self):
        passed, words = self.fuzzer("broken", "echo stat::number_of_executed_units: 3; echo overflow; exit 77")
        self.assertFalse(passed)
        self.assertIn("status 77", words)
        self.assertIn("overflow", words)

    def test_one_that_tried_nothing_has_not_passed(self):
        self.assertFalse(self.fuzzer("idle", "exit 0")[0])

    def test_one_that_is_not_built_is_a_failure_that_says_what_to_do(self):
        passed, words = fuzz.run("absent", 7)
        self.assertFalse(passed)
        self.assertIn("./dev build fuzz", words)

    def test_new_inputs_go_to_the_build_folder_and_the_kept_ones_are_read(self):
        words = fuzz.command("kept", 7)
        self.assertEqual(words[-2:], [str(fuzz.BUILD / "corpus" / "kept"), str(fuzz.SOURCES / "corpus" / "kept")])
        self.assertIn("-max_total_time=7", words)


if __name__ == "__main__":
    unittest.main()
