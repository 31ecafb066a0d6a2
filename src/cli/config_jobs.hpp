#pragma once

#include <toml++/toml.h>

#include <string>
#include <vector>

#include "engine/job_settings.hpp"

namespace baton::cli {

/// The tables `[jobs.KIND]` of the configuration file at `path`. invalid: an unknown key, or one that is missing.
Result<std::vector<JobKindSettings>> read_jobs(const toml::node& tables, const std::string& path);

/// The tables `[webhooks.NAME]`. invalid: the same.
Result<WebhookSources> read_webhooks(const toml::node& tables, const std::string& path);

}  // namespace baton::cli
