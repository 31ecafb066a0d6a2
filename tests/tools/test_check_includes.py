import unittest

from planted import check, exit_status

PUBLIC = {"include/baton/ids.hpp": "#pragma once\n#include <string>\n",
          "include/baton/port.hpp": "#pragma once\n#include <boost/asio/awaitable.hpp>\n#include \"baton/ids.hpp\"\n",
          "include/baton/store.hpp": "#pragma once\n#include \"baton/port.hpp\"\n"}

# file, what it includes, a word of the complaint
FORBIDDEN = [
    ("include/baton/x.hpp", "<boost/json.hpp>", "public header"),
    ("include/baton/x.hpp", "<fmt/format.h>", "public header"),
    ("include/baton/x.hpp", "<unistd.h>", "public header"),
    ("include/baton/x.hpp", '"core/x.hpp"', "public header"),
    ("include/baton/x.hpp", "<baton/ids.hpp>", "quotes"),
    ("include/baton/x.hpp", "<sqlite3.h>", "vendor"),
    ("src/core/x.cpp", "<boost/asio/post.hpp>", "core"),
    ("src/core/x.cpp", '"baton/port.hpp"', "event loop"),
    ("src/core/x.cpp", '"baton/store.hpp"', "event loop"),
    ("src/core/x.cpp", "<iostream>", "core"),
    ("src/core/x.cpp", "<fstream>", "core"),
    ("src/core/x.cpp", "<filesystem>", "core"),
    ("src/core/x.cpp", "<thread>", "core"),
    ("src/core/x.cpp", "<mutex>", "core"),
    ("src/core/x.cpp", "<unistd.h>", "core"),
    ("src/core/x.cpp", "<spdlog/spdlog.h>", "core"),
    ("src/core/x.cpp", '"store/retrying.hpp"', "core may not include store"),
    ("src/core/x.cpp", '"engine/supervisor.hpp"', "core may not include engine"),
    ("src/core/x.cpp", '"ids.hpp"', "root of src/"),
    ("src/backend/memory/x.cpp", '"backend/sqlite/codec.hpp"', "another"),
    ("src/backend/shared/x.cpp", '"backend/memory/store.hpp"', "another"),
    ("src/backend/memory/x.cpp", '"store/retrying.hpp"', "backend may not include store"),
    ("src/backend/memory/x.cpp", '"engine/supervisor.hpp"', "backend may not include engine"),
    ("src/backend/memory/x.cpp", '"http/routes.hpp"', "backend may not include http"),
    ("src/backend/sqlite/store.cpp", "<sqlite3.h>", "vendor"),
    ("src/backend/redis/connection.cpp", "<sqlite3.h>", "vendor"),
    ("src/backend/redis/store.cpp", "<hiredis/hiredis.h>", "vendor"),
    ("src/backend/redis/connection.cpp", "<hiredis/hiredis.h>", "vendor"),
    ("src/backend/postgres/codec.hpp", "<libpq-fe.h>", "vendor"),
    ("src/backend/postgres/codec.hpp", "<postgresql/libpq-fe.h>", "vendor"),
    ("src/store/retrying.cpp", '"backend/memory/store.hpp"', "open.cpp"),
    ("src/store/open.hpp", '"backend/memory/store.hpp"', "open.cpp"),
    ("src/store/open.cpp", '"engine/supervisor.hpp"', "store may not include engine"),
    ("src/engine/x.cpp", '"backend/memory/store.hpp"', "open.cpp"),
    ("src/engine/x.cpp", '"store/open.hpp"', "never opens"),
    ("src/engine/x.cpp", '"baton/open.hpp"', "never opens"),
    ("src/engine/x.cpp", '"http/routes.hpp"', "engine may not include http"),
    ("src/http/x.cpp", '"backend/memory/store.hpp"', "open.cpp"),
    ("src/http/x.cpp", '"cli/main.hpp"', "http may not include cli"),
    ("src/cli/x.cpp", '"daemon/config.hpp"', "cli may not include daemon"),
    ("src/cli/x.cpp", '"http/routes.hpp"', "cli may not include http"),
    ("src/daemon/x.cpp", '"backend/redis/store.hpp"', "open.cpp"),
    ("src/daemon/x.cpp", "<baton/ids.hpp>", "quotes"),
    ("src/misc/x.cpp", "<string>", "no layer"),
]

ALLOWED = [
    ("include/baton/x.hpp", "<expected>"),
    ("include/baton/x.hpp", "<boost/asio/awaitable.hpp>"),
    ("src/core/x.cpp", "<boost/json.hpp>"),
    ("src/core/x.cpp", "<fmt/format.h>"),
    ("src/core/x.cpp", "<openssl/rand.h>"),
    ("src/core/x.cpp", '"core/json.hpp"'),
    ("src/core/x.cpp", '"baton/ids.hpp"'),
    ("src/backend/sqlite/connection.hpp", "<sqlite3.h>"),
    ("src/backend/redis/resp.cpp", "<hiredis/hiredis.h>"),
    ("src/backend/postgres/connection.cpp", "<libpq-fe.h>"),
    ("src/backend/sqlite/store.cpp", '"backend/sqlite/sql.hpp"'),
    ("src/backend/sqlite/store.cpp", '"backend/shared/clock.hpp"'),
    ("src/backend/sqlite/store.cpp", '"core/json.hpp"'),
    ("src/backend/sqlite/store.cpp", '"baton/store.hpp"'),
    ("src/store/open.cpp", '"backend/sqlite/store.hpp"'),
    ("src/engine/x.cpp", '"store/metered.hpp"'),
    ("src/http/x.cpp", '"engine/supervisor.hpp"'),
    ("src/cli/x.cpp", '"store/open.hpp"'),
    ("src/daemon/x.cpp", '"http/routes.hpp"'),
]


class CheckIncludes(unittest.TestCase):
    def test_finds_every_forbidden_include(self):
        for file, name, why in FORBIDDEN:
            with self.subTest(file=file, name=name):
                found = check("check_includes", {**PUBLIC, file: f"// first\n  #  include {name}\n"})
                self.assertEqual(len(found), 1, found)
                self.assertTrue(found[0].startswith(f"{file}:2: "), found)
                self.assertIn(why, found[0])

    def test_leaves_allowed_includes_alone(self):
        for file, name in ALLOWED:
            with self.subTest(file=file, name=name):
                self.assertEqual(check("check_includes", {**PUBLIC, file: f"#include {name}\n"}), [])

    def test_ignores_what_is_commented_out(self):
        self.assertEqual(check("check_includes", {"src/core/x.cpp": "// #include <thread>\n"}), [])

    def test_reports_each_violation_of_a_file(self):
        found = check("check_includes", {"src/core/x.cpp": "#include <thread>\n#include <mutex>\n"})
        self.assertEqual(len(found), 2)

    def test_fails_as_a_program_when_it_finds_something(self):
        self.assertEqual(exit_status("check_includes", {"src/core/x.cpp": "#include <thread>\n"}), 1)
        self.assertEqual(exit_status("check_includes", {"src/core/x.cpp": "#include <string>\n"}), 0)


if __name__ == "__main__":
    unittest.main()
