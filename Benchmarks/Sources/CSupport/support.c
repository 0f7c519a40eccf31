#include "support.h"

#include <sys/resource.h>
#include <time.h>

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

double thread_nanoseconds(void) {
  struct timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return time.tv_sec * 1e9 + time.tv_nsec;
}

double children_nanoseconds(void) {
  struct rusage usage;
  getrusage(RUSAGE_CHILDREN, &usage);
  return (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1e9
    + (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1e3;
}

__attribute__((noinline)) long counted_work(long (*work)(void)) {
  // What follows the call keeps it from becoming a jump, after which the name would be gone.
  long result = work();
  __asm__ volatile("" ::: "memory");
  return result;
}
