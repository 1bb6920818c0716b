// What weft and its tests call of highway's library, which is not installed for this processor: there is one
// set.
#include <hwy/targets.h>

namespace hwy {

int64_t SupportedTargets() { return HWY_NEON; }
void SetSupportedTargetsForTest(int64_t) {}

}  // namespace hwy
