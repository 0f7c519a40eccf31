// How many bytes of the heap are in use. A header of its own because Swift's module of the C library
// leaves malloc's statistics out.
#pragma once
#include <stddef.h>

size_t heap_bytes_in_use(void);
