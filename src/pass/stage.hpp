// Where this process is: said when it is ended from outside.
#pragma once

namespace weft::inline pass {

// Remembers the stage: texts that live as long as the plan; null: none. Costs two stores.
void enter_stage(const char* direction, const char* where);

}  // namespace weft::inline pass
