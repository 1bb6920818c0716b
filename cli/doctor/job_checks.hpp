// The checks of `weft doctor` that need a batch job, each in a file of its own; outside of a job they have
// nothing to say. Rows of check_table() and network_check_table().
#pragma once

#include <optional>

#include "doctor/facts.hpp"
#include "doctor/finding.hpp"
#include "doctor/network.hpp"

namespace weft::cli {

std::optional<Finding> judge_task_processors(const NodeFacts& facts);
std::optional<Finding> judge_node_sharing(const NodeFacts& facts);
std::optional<Finding> judge_job_memory(const NodeFacts& facts);  // also outside, of a plan
std::optional<Finding> judge_fabric(const NetworkFacts& facts);

}  // namespace weft::cli
