# cmake --install: the program with what runs it (component `runtime`), the library with what finds it (component `dev`).
# `./dev package` makes a Debian package of each.
include_guard()
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

function(baton_install)
  set(libraries baton_core baton_shared ${BATON_BACKENDS} baton_store baton_engine baton_all)
  set_target_properties(baton_all PROPERTIES EXPORT_NAME baton)
  install(TARGETS ${libraries} EXPORT baton
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT dev
    INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
  install(DIRECTORY "${PROJECT_SOURCE_DIR}/include/baton" DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT dev)

  set(place "${CMAKE_INSTALL_LIBDIR}/cmake/baton")
  install(EXPORT baton FILE batonTargets.cmake NAMESPACE baton:: DESTINATION ${place} COMPONENT dev)
  configure_package_config_file("${PROJECT_SOURCE_DIR}/cmake/batonConfig.cmake.in"
    "${PROJECT_BINARY_DIR}/packaging/batonConfig.cmake" INSTALL_DESTINATION ${place})
  write_basic_package_version_file("${PROJECT_BINARY_DIR}/packaging/batonConfigVersion.cmake" COMPATIBILITY SameMinorVersion)
  install(FILES "${PROJECT_BINARY_DIR}/packaging/batonConfig.cmake" "${PROJECT_BINARY_DIR}/packaging/batonConfigVersion.cmake"
    DESTINATION ${place} COMPONENT dev)
  install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/libbaton-dev RENAME copyright
    COMPONENT dev)
  install(FILES "${PROJECT_SOURCE_DIR}/examples/embed.cpp" "${PROJECT_SOURCE_DIR}/examples/CMakeLists.txt"
    DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/libbaton-dev/examples COMPONENT dev)

  install(TARGETS baton_daemon RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT runtime)
  install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/baton RENAME copyright
    COMPONENT runtime)
  install(FILES "${PROJECT_SOURCE_DIR}/README.md" "${PROJECT_SOURCE_DIR}/CHANGELOG.md"
    DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/baton COMPONENT runtime)
  install(DIRECTORY "${PROJECT_SOURCE_DIR}/docs/" DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/baton/docs COMPONENT runtime)
  install(CODE "set(BATON_BINARY_DIR \"${PROJECT_BINARY_DIR}\")\nset(BATON_PROGRAM \"$<TARGET_FILE:baton_daemon>\")"
    COMPONENT runtime)
  install(SCRIPT "${PROJECT_SOURCE_DIR}/cmake/install_runtime.cmake" COMPONENT runtime)
endfunction()

# The Debian packages baton and libbaton-dev.
macro(baton_packages)
  set(CPACK_GENERATOR DEB)
  set(CPACK_PACKAGE_NAME baton)
  set(CPACK_PACKAGE_VENDOR baton)
  set(CPACK_PACKAGE_CONTACT "baton maintainers <baton@localhost>")
  set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
  set(CPACK_SET_DESTDIR ON) # /etc is not below /usr
  set(CPACK_INSTALL_PREFIX /usr)
  set(CPACK_STRIP_FILES ON)
  set(CPACK_COMPONENTS_ALL runtime dev)
  set(CPACK_DEB_COMPONENT_INSTALL ON)
  set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
  set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
  set(CPACK_DEBIAN_COMPRESSION_TYPE xz)

  set(packaging "${PROJECT_SOURCE_DIR}/packaging/deb")
  set(CPACK_DEBIAN_RUNTIME_PACKAGE_NAME baton)
  set(CPACK_DEBIAN_RUNTIME_PACKAGE_SECTION net)
  set(CPACK_DEBIAN_RUNTIME_PACKAGE_SHLIBDEPS ON)
  set(CPACK_DEBIAN_RUNTIME_PACKAGE_DEPENDS "adduser, init-system-helpers")
  set(CPACK_DEBIAN_RUNTIME_DESCRIPTION "state layer and supervisor for fleets of AI agents
Agents register, beat, claim work by priority, hand back results, share signals
and talk in threads; what the dead held goes to the living. On an embedded
SQLite file, on PostgreSQL or on Redis.")
  set(CPACK_DEBIAN_RUNTIME_PACKAGE_CONTROL_EXTRA
    "${packaging}/conffiles;${packaging}/postinst;${packaging}/prerm;${packaging}/postrm")

  set(CPACK_DEBIAN_DEV_PACKAGE_NAME libbaton-dev)
  set(CPACK_DEBIAN_DEV_PACKAGE_SECTION libdevel)
  set(CPACK_DEBIAN_DEV_PACKAGE_DEPENDS "libboost1.81-dev, libboost-json1.81-dev, libssl-dev, libsqlite3-dev, libfmt-dev, \
libhiredis-dev, libpq-dev, pkg-config")
  set(CPACK_DEBIAN_DEV_DESCRIPTION "baton as a library for C++23 programs
Headers and static libraries of the state layer and supervisor for fleets of
AI agents, found by CMake with find_package(baton).")
  include(CPack)
endmacro()
