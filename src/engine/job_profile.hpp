#pragma once

#include <map>
#include <memory>

#include "engine/job_spawner.hpp"
#include "engine/safety_pipeline.hpp"

namespace baton {

/// How jobs of one kind are done.
struct JobProfile {
  std::shared_ptr<JobSpawner> spawner;
  std::shared_ptr<const SafetyPipeline> safety;
  Duration timeout = std::chrono::hours{1};  ///< of a run
  std::uint32_t max_attempts = 3;
  std::uint32_t history = 50;  ///< messages that an agent and the checks are given
};

/// The kinds that are configured, and how the others are done.
struct JobProfiles {
  std::map<KindName, JobProfile> kinds;
  JobProfile others;

  const JobProfile& of(const KindName& kind) const {
    const auto known = kinds.find(kind);
    return known == kinds.end() ? others : known->second;
  }
  Lane lane_of(const KindName& kind) const { return kinds.contains(kind) ? job_lane(kind) : fleet_job_lane(); }
};

}  // namespace baton
