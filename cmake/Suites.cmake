include_guard()

# baton_suite(<name> [WAITS] [LINK <targets>...]): tests/<name>/*.cpp become <name>_tests, and each of its GoogleTest suites
# one ctest entry "<name>.<Suite>" with the label <name>. What mostly WAITS for time to pass is started before all else, so that
# the processors have other work meanwhile.
function(baton_suite name)
  cmake_parse_arguments(ARG "WAITS" "" "LINK" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/tests/${name}/*.cpp")
  if(NOT sources)
    return()
  endif()
  set(target ${name}_tests)
  add_executable(${target} ${sources})
  target_link_libraries(${target} PRIVATE test_support baton_all ${ARG_LINK} GTest::gmock GTest::gtest GTest::gtest_main)
  baton_inside(${target} test)
  if(TARGET baton_daemon)
    add_dependencies(${target} baton_daemon)
  endif()

  set(list "${CMAKE_CURRENT_BINARY_DIR}/${target}.cmake")
  string(REPLACE ";" "|" environment "${BATON_TEST_ENVIRONMENT}")
  add_custom_command(TARGET ${target} POST_BUILD
    COMMAND ${CMAKE_COMMAND} -D "exe=$<TARGET_FILE:${target}>" -D "suite=${name}" -D "waits=${ARG_WAITS}"
            -D "environment=${environment}" -D "out=${list}" -P "${PROJECT_SOURCE_DIR}/cmake/ListSuites.cmake"
    BYPRODUCTS "${list}" VERBATIM)
  set(include "${CMAKE_CURRENT_BINARY_DIR}/${target}_include.cmake")
  file(WRITE "${include}" "if(EXISTS \"${list}\")\n  include(\"${list}\")\nelse()\n"
    "  add_test(${name}.not_built false)\n  set_tests_properties(${name}.not_built PROPERTIES LABELS ${name})\nendif()\n")
  set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES "${include}")
endfunction()

# baton_leave_out(<suite> <file>...): files of that suite that this build cannot have, named without their ending.
function(baton_leave_out suite)
  if(NOT TARGET ${suite}_tests)
    return()
  endif()
  get_target_property(sources ${suite}_tests SOURCES)
  foreach(file ${ARGN})
    list(REMOVE_ITEM sources "${PROJECT_SOURCE_DIR}/tests/${suite}/${file}.cpp")
  endforeach()
  set_target_properties(${suite}_tests PROPERTIES SOURCES "${sources}")
endfunction()

# Each public header compiles when it is the first and only include.
function(baton_header_self_containment)
  file(GLOB_RECURSE headers CONFIGURE_DEPENDS RELATIVE "${PROJECT_SOURCE_DIR}/include" "${PROJECT_SOURCE_DIR}/include/*.hpp")
  set(sources "")
  foreach(header ${headers})
    string(REPLACE "/" "_" file "${header}")
    file(CONFIGURE OUTPUT "${BATON_GENERATED_DIR}/headers/${file}.cpp" CONTENT "#include \"${header}\"\n")
    list(APPEND sources "${BATON_GENERATED_DIR}/headers/${file}.cpp")
  endforeach()
  if(sources)
    add_library(header_self_containment OBJECT ${sources})
    target_include_directories(header_self_containment PRIVATE "${PROJECT_SOURCE_DIR}/include")
    target_link_libraries(header_self_containment PRIVATE Boost::headers)
    set_target_properties(header_self_containment PROPERTIES UNITY_BUILD OFF)
  endif()
endfunction()

# The rules that scripts check, and the tests of those scripts.
function(baton_tool_tests)
  foreach(check includes style)
    add_test(NAME tools.check_${check} COMMAND Python3::Interpreter "${PROJECT_SOURCE_DIR}/tools/check_${check}.py")
    set_tests_properties(tools.check_${check} PROPERTIES LABELS tools)
  endforeach()
  file(GLOB tests CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/tests/tools/test_*.py")
  foreach(test ${tests})
    get_filename_component(name "${test}" NAME_WE)
    add_test(NAME tools.${name} COMMAND Python3::Interpreter -B "${test}")
    set_tests_properties(tools.${name} PROPERTIES LABELS tools)
  endforeach()
endfunction()

# tests/web/<name>.test.mjs becomes the ctest entry web.<name>, run by the node that built the page. `./dev test` installs the
# modules they need.
function(baton_web_tests)
  file(GLOB tests CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/tests/web/*.test.mjs")
  foreach(test ${tests})
    get_filename_component(name "${test}" NAME_WE)
    add_test(NAME web.${name} COMMAND "${PROJECT_SOURCE_DIR}/build/page/bin/node" --test "${test}")
    set_tests_properties(web.${name} PROPERTIES LABELS web
      ENVIRONMENT "${BATON_TEST_ENVIRONMENT};BATON_WEB_MODULES=${PROJECT_SOURCE_DIR}/build/web")
  endforeach()
  # It tells how long things take, and in long mode asserts it.
  set_tests_properties(web.dashboard_live PROPERTIES RUN_SERIAL ON)
endfunction()

# clients/python/tests/test_<name>.py becomes the ctest entry python.<name>, run by Debian's pytest and so by Debian's Python.
function(baton_python_tests)
  find_program(BATON_PYTEST_PYTHON NAMES python3 PATHS /usr/bin NO_DEFAULT_PATH)
  file(GLOB tests CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/clients/python/tests/test_*.py")
  foreach(test ${tests})
    get_filename_component(file "${test}" NAME_WE)
    string(REGEX REPLACE "^test_" "" name "${file}")
    add_test(NAME python.${name} COMMAND "${BATON_PYTEST_PYTHON}" -B -m pytest -q -p no:cacheprovider "${test}")
    set_tests_properties(python.${name} PROPERTIES LABELS python ENVIRONMENT "${BATON_TEST_ENVIRONMENT}")
  endforeach()
endfunction()

# What is installed, and what is packaged.
function(baton_package_tests)
  if(NOT BATON_SANITIZE) # or who links the library would have to be sanitized, too
    add_test(NAME package.installed COMMAND ${CMAKE_COMMAND} -D "build=${PROJECT_BINARY_DIR}" -D "source=${PROJECT_SOURCE_DIR}"
      -D "compiler=${CMAKE_CXX_COMPILER}" -P "${PROJECT_SOURCE_DIR}/tests/package/installed.cmake")
  endif()
  add_test(NAME package.dockerfile COMMAND Python3::Interpreter "${PROJECT_SOURCE_DIR}/tests/package/dockerfile.py")
  add_test(NAME package.chroot COMMAND "${PROJECT_SOURCE_DIR}/tests/package/chroot.sh")
  set_tests_properties(package.dockerfile package.chroot PROPERTIES LABELS package SKIP_RETURN_CODE 77)
  if(TEST package.installed)
    set_tests_properties(package.installed PROPERTIES LABELS package)
  endif()
endfunction()

# tests/fuzz/<name>.cpp becomes the function fuzz_<name> of corpus_tests, which gives it the inputs that were kept.
function(baton_corpora)
  baton_suite(corpus LINK baton_http baton_cli)
  file(GLOB sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/tests/fuzz/*.cpp")
  set(list "")
  foreach(source ${sources})
    get_filename_component(name "${source}" NAME_WE)
    string(APPEND list "FUZZER(${name})\n")
    set_source_files_properties("${source}" PROPERTIES COMPILE_DEFINITIONS "LLVMFuzzerTestOneInput=fuzz_${name}"
      SKIP_UNITY_BUILD_INCLUSION ON)
  endforeach()
  file(CONFIGURE OUTPUT "${BATON_GENERATED_DIR}/corpus/fuzzers.inc" CONTENT "${list}")
  target_sources(corpus_tests PRIVATE ${sources})
  target_include_directories(corpus_tests PRIVATE "${BATON_GENERATED_DIR}/corpus")
endfunction()

# The named fuzzers without a sanitizer, each for half a minute: guided by what they reach, and stopped by assertions. `./dev fuzz`
# has all of them, with sanitizers, which takes long to compile.
function(baton_fuzz_tests)
  foreach(name ${ARGN})
    set(entry "${BATON_GENERATED_DIR}/fuzz/${name}.cpp")
    file(CONFIGURE OUTPUT "${entry}" CONTENT "#include <cstddef>\n#include <cstdint>\n
extern \"C\" int fuzz_${name}(const std::uint8_t*, std::size_t);
extern \"C\" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) { return fuzz_${name}(data, size); }\n")
    add_executable(fuzz_${name} "${PROJECT_SOURCE_DIR}/tests/fuzz/${name}.cpp" "${entry}")
    target_link_libraries(fuzz_${name} PRIVATE baton_all baton_http baton_cli)
    target_link_options(fuzz_${name} PRIVATE -fsanitize=fuzzer)
    set_target_properties(fuzz_${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/fuzz")
    baton_inside(fuzz_${name})
    add_test(NAME fuzz.${name} COMMAND Python3::Interpreter "${PROJECT_SOURCE_DIR}/tools/fuzz.py"
      --build "${PROJECT_BINARY_DIR}/fuzz" --seconds 30 ${name})
    set_tests_properties(fuzz.${name} PROPERTIES LABELS fuzz)
  endforeach()
  list(TRANSFORM ARGN PREPEND fuzz_ OUTPUT_VARIABLE named)
  add_custom_target(fuzz_tests DEPENDS ${named})
endfunction()

# tests/fuzz/<name>.cpp becomes the libFuzzer program fuzz_<name>.
function(baton_fuzzers)
  file(GLOB sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/tests/fuzz/*.cpp")
  foreach(source ${sources})
    get_filename_component(name "${source}" NAME_WE)
    add_executable(fuzz_${name} "${source}")
    target_include_directories(fuzz_${name} PRIVATE "${PROJECT_SOURCE_DIR}/tests")
    target_link_libraries(fuzz_${name} PRIVATE baton_all baton_http baton_cli)
    target_link_options(fuzz_${name} PRIVATE -fsanitize=fuzzer)
    set_target_properties(fuzz_${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}")
    baton_inside(fuzz_${name})
  endforeach()
endfunction()
