# Run by `cmake --install`: what names its own place is written for the prefix that was asked for. As Debian has it, the
# configuration of what is in /usr is in /etc.
set(etc "${CMAKE_INSTALL_PREFIX}/etc")
if(CMAKE_INSTALL_PREFIX STREQUAL "/usr")
  set(etc "/etc")
endif()
set(written "${BATON_BINARY_DIR}/packaging")
configure_file("${CMAKE_CURRENT_LIST_DIR}/../packaging/baton.service.in" "${written}/baton.service" @ONLY)
file(INSTALL "${written}/baton.service" DESTINATION "${CMAKE_INSTALL_PREFIX}/lib/systemd/system")
# A configuration that is there is the user's.
if(NOT EXISTS "$ENV{DESTDIR}${etc}/baton/baton.toml")
  file(INSTALL "${CMAKE_CURRENT_LIST_DIR}/../packaging/baton.toml" DESTINATION "${etc}/baton")
endif()
