#include "support.h"

#if defined(__APPLE__)
#include <malloc/malloc.h>
size_t heap_bytes_in_use(void) { return mstats().bytes_used; }
#else
#include <malloc.h>
// Blocks in the arenas, and those so large that they were mapped one by one.
size_t heap_bytes_in_use(void) {
  struct mallinfo2 statistics = mallinfo2();
  return statistics.uordblks + statistics.hblkhd;
}
#endif

__attribute__((noinline)) long counted_work(long (*work)(void)) {
  // What follows the call keeps it from becoming a jump, after which the name would be gone.
  long result = work();
  __asm__ volatile("" ::: "memory");
  return result;
}
