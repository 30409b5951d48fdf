/* A DLL whose own start says no: the runtime of its maker is not there. */
#include "behaviour.h"

#ifdef _WIN32
BOOL WINAPI DllMain(HINSTANCE self, DWORD reason, LPVOID reserved) {
  (void)self, (void)reserved;
  return reason != DLL_PROCESS_ATTACH;
}
#endif

int API work(void) { return 0; }
