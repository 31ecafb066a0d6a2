# Run after a test program is built: writes one add_test() for each GoogleTest suite in it. One process a suite, and not
# one a test, because some suites start a server.
execute_process(COMMAND "${exe}" --gtest_list_tests OUTPUT_VARIABLE output RESULT_VARIABLE status)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "${exe} cannot list its tests: ${status}")
endif()

string(REGEX MATCHALL "(^|\n)[A-Za-z_][A-Za-z0-9_/]*\\.[ \n]" lines "${output}")
string(REGEX MATCHALL "[A-Za-z0-9_/]+" names "${lines}")
set(suites "")
foreach(name ${names})
  string(REGEX REPLACE "/[0-9]+$" "" plain "${name}") # the number of a type-parameterised suite
  string(REGEX REPLACE "^.*/" "" plain "${plain}") # the instantiation of a value-parameterised one
  list(APPEND suites "${plain}")
  list(APPEND filter_${plain} "${name}.*")
endforeach()
list(REMOVE_DUPLICATES suites)

# An entry counts as skipped when all its tests were, and passes or fails otherwise.
set(skipped "\\[  PASSED  \\] 0 tests\\.\n\\[  SKIPPED \\] [0-9]+ tests?, listed below:\n(\\[  SKIPPED \\] [^\n]*\n*)*$")

string(REPLACE "|" ";" environment "${environment}")
set(text "set(environment [=[${environment}]=])\nset(skipped [=[${skipped}]=])\n")
foreach(name ${suites})
  string(REPLACE ";" ":" filter "${filter_${name}}")
  # Somebody else's sync would save what a power cut is to lose; a soak and a restart tell times.
  set(alone FALSE)
  if("${suite}.${name}" MATCHES "(PowerCut|Soak|chaos.Restart)$")
    set(alone TRUE)
  endif()
  set(cost 0)
  if(waits)
    set(cost 1)
  endif()
  string(APPEND text "add_test(${suite}.${name} [=[${exe}]=] [=[--gtest_filter=${filter}]=])\n"
    "set_tests_properties(${suite}.${name} PROPERTIES LABELS ${suite} RUN_SERIAL ${alone} COST ${cost}\n"
    "  ENVIRONMENT \"\${environment}\" SKIP_REGULAR_EXPRESSION \"\${skipped}\")\n")
endforeach()
file(WRITE "${out}" "${text}")
