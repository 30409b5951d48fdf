/* A library that loads another one of its maker (needed.c), and one that refuses to start. */
#include "behaviour.h"

#ifdef _WIN32
__declspec(dllimport) int __cdecl needed(void);
#else
extern int needed(void);
#endif

int API through(void) { return needed(); }
