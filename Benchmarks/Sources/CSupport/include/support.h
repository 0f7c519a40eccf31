// What measuring needs and Swift cannot say on every system: the statistics of malloc, CPU times, and
// a function whose name a tool can look for.
#pragma once
#include <stddef.h>

// How many bytes of the heap are in use.
size_t heap_bytes_in_use(void);

// The CPU time of this thread, and of all child processes that have ended and were awaited.
double thread_nanoseconds(void);
double children_nanoseconds(void);

// Does the work, and nothing else; counters of instructions count what happens in here.
long counted_work(long (*work)(void));
