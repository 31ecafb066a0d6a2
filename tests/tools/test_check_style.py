import unittest

from planted import check, exit_status

UNFINISHED = ["TO" + "DO", "FIX" + "ME"]
SLEEPS = ["std::this_thread::sleep_" + "for(1s);", "us" + "leep(5);", "sle" + "ep(1);", "::sle" + "ep (1);"]

# file, its text, a word of the complaint
BAD = [
    ("src/core/x.cpp", "int a;\n" * 601, "601 lines"),
    ("tests/unit/x.cpp", "int a;\n" * 601, "601 lines"),
    ("src/core/x.cpp", "\tint a;\n", "tab"),
    ("src/core/x.cpp", "int a; \n", "end of the line"),
    ("src/backend/sqlite/sql/claim.sql", "-- safe\nSELECT 1; \n", "end of the line"),
    ("src/core/x.cpp", "int a;", "newline"),
    ("src/core/x.hpp", "int a;\n", "#pragma once"),
    ("include/baton/x.hpp", "#include <string>\n#pragma once\n", "#pragma once"),
    *[("src/core/x.cpp", f"int a;  // {word}: later\n", "finish it") for word in UNFINISHED],
    *[("tests/unit/x.cpp", f"void f() {{ {call} }}\n", "never sleeps") for call in SLEEPS],
    ("tests/e2e/x.py", "time.sle" + "ep(1)\n", "never sleeps"),
    ("src/backend/sqlite/sql/claim.sql", "SELECT 1;\n", "why this is safe"),
    ("src/backend/sqlite/schema/0001_start.sql", "CREATE TABLE t(a);\n", "why this is safe"),
    ("src/backend/redis/lua/claim.lua", "return 1\n", "why this is safe"),
    ("src/store/x.cpp", 'auto a = "SELECT a FROM t";\n', "lives in a file"),
    ("src/store/x.cpp", 'auto a = "insert into t values (1)";\n', "lives in a file"),
    ("src/store/x.cpp", 'auto a = R"(\n  UPDATE t SET a = 1)";\n', "lives in a file"),
    ("src/store/x.cpp", 'auto a = "WITH x AS (DELETE FROM t RETURNING *)";\n', "lives in a file"),
    ("tests/unit/x.cpp", 'auto a = "SELECT a FROM t WHERE b = " + b;\n', "glued"),
    ("tests/unit/x.cpp", 'auto a = std::string("SELECT a FROM ") + b;\n', "glued"),
    ("tests/unit/x.cpp", 'auto a = fmt::format("DELETE FROM {}", b);\n', "glued"),
    ("tests/unit/x.cpp", 'a += "SELECT a FROM t";\n', "glued"),
    ("src/backend/sqlite/x.cpp", "auto a = std::string(sql::claim_pick) + b;\n", "glued"),
    ("src/backend/sqlite/x.cpp", "auto a = fmt::format(fmt::runtime(sql::claim_pick), b);\n", "glued"),
    ("src/backend/sqlite/x.cpp", "auto a = fmt::format(sql::claim_pick, b);\n", "glued"),
    ("src/backend/sqlite/x.cpp", "text.append(sql::claim_pick);\n", "glued"),
]

GOOD = [
    ("src/core/x.cpp", "int a;\n" * 600),
    ("src/core/x.hpp", "// What it is.\n#pragma once\n"),
    ("src/backend/sqlite/sql/claim.sql", "-- claim.sql: one statement, so nobody sees half of it.\nSELECT 1;\n"),
    ("src/backend/sqlite/x.cpp", 'run("BEGIN IMMEDIATE");\nrun("PRAGMA journal_mode=WAL");\n'),
    ("src/backend/sqlite/x.cpp", "auto s = prepare(sql::claim_pick);\n"),
    ("src/core/x.cpp", 'auto a = "cannot update the agent" + b;\n'),
    ("src/engine/x.cpp", "std::this_thread::sleep_" + "for(1s);\n"),
    ("tests/unit/x.cpp", 'auto n = count("SELECT count(*) FROM task");\n'),
    ("tests/unit/x.cpp", 'spawn({"sle' + 'ep", "60"});\n'),
    ("tests/fuzz/corpus/json/x.sql", "\t \n"),
]


class CheckStyle(unittest.TestCase):
    def test_finds_every_planted_fault(self):
        for file, text, why in BAD:
            with self.subTest(file=file, text=text[:60]):
                found = check("check_style", {file: text})
                self.assertEqual(len(found), 1, found)
                self.assertTrue(found[0].startswith(f"{file}:"), found)
                self.assertIn(why, found[0])

    def test_leaves_good_files_alone(self):
        for file, text in GOOD:
            with self.subTest(file=file, text=text[:60]):
                self.assertEqual(check("check_style", {file: text}), [])

    def test_fails_as_a_program_when_it_finds_something(self):
        self.assertEqual(exit_status("check_style", {"src/core/x.cpp": "\tint a;\n"}), 1)
        self.assertEqual(exit_status("check_style", {"src/core/x.cpp": "int a;\n"}), 0)


if __name__ == "__main__":
    unittest.main()
