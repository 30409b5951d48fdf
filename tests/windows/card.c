/* A vendor's 32-bit library with the interface of SSCardDriver.dll (domain.md 6.1), stdcall and GBK as they are. */
#include <string.h>

/* HOLDER, the name on the card, comes from the command line. */
__declspec(dllexport) int __stdcall iReadCardBas(int type, char *out) {
  (void)type;
  strcpy(out, "320500|320501199001011238|A00000017|320500D156000005000000000000AB12|" HOLDER
              "|0081544C9086843205000000AB|2.00|20201019|20301019|320500902398|JSE00000001|");
  return 0;
}
