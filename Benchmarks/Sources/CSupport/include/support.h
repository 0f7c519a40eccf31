// What measuring needs and Swift cannot say: the statistics of malloc, which Swift's module of the C
// library leaves out, and a function whose name a tool can look for.
#pragma once
#include <stddef.h>

// How many bytes of the heap are in use.
size_t heap_bytes_in_use(void);

// Does the work, and nothing else; counters of instructions count what happens in here.
long counted_work(long (*work)(void));
