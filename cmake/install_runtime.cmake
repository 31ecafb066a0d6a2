# Run by `cmake --install`, for the prefix that was asked for: what names its own place, and what the program says about itself.
set(folder "${BATON_BINARY_DIR}/packaging")
set(packaging "${CMAKE_CURRENT_LIST_DIR}/../packaging")

# As Debian has it, the configuration of what is in /usr is in /etc.
set(etc "${CMAKE_INSTALL_PREFIX}/etc")
if(CMAKE_INSTALL_PREFIX STREQUAL "/usr")
  set(etc "/etc")
endif()
configure_file("${packaging}/baton.service.in" "${folder}/baton.service" @ONLY)
file(INSTALL "${folder}/baton.service" DESTINATION "${CMAKE_INSTALL_PREFIX}/lib/systemd/system")
# A configuration that is there is the user's.
if(NOT EXISTS "$ENV{DESTDIR}${etc}/baton/baton.toml")
  file(INSTALL "${packaging}/baton.toml" DESTINATION "${etc}/baton")
endif()

# install_words(<place> <file> <arguments>...): what the program prints with these arguments. A program that does not know them is
# installed without.
function(install_words place file)
  execute_process(COMMAND "${BATON_PROGRAM}" ${ARGN} OUTPUT_VARIABLE words ERROR_QUIET RESULT_VARIABLE status)
  if(status EQUAL 0)
    file(WRITE "${folder}/words/${file}" "${words}")
    file(INSTALL "${folder}/words/${file}" DESTINATION "${CMAKE_INSTALL_PREFIX}/share/${place}")
  endif()
endfunction()
install_words(man/man1 baton.1 man)
install_words(bash-completion/completions baton completion bash)
install_words(zsh/vendor-completions _baton completion zsh)
install_words(fish/vendor_completions.d baton.fish completion fish)
