/* A settlement library that moves money (domain.md 6.5), and one function of every other shape a manifest can say. */
#include "behaviour.h"
#include <stdint.h>

static int ready = 0;

int API INIT(char *error) {
  if (behave("badinit")) {
    strcpy(error, "前置机拒绝连接");
    return -1;
  }
  ready = 1;
  return 0;
}

int API BUSINESS_HANDLE(const char *in, char *out) {
  if (!ready) {
    strcpy(out, "请先调用初始化函数");
    return -300000;
  }
  /* The call is noted before it goes wrong: that is what makes its outcome unknown. */
  note("booked");
  misbehave();
  if (behave("nothing")) return 0;
  if (behave("cut")) {
    strcpy(out, "S1^1");
    return 1;
  }
  if (behave("overrun")) memset(out, 'A', 4096 + 8);
  if (behave("refused")) {
    strcpy(out, "账户余额不足");
    return -7;
  }
  sprintf(out, "S1^1^%s^", in);
  return 1;
}

/* The same again as a province has it: JSON both ways, GBK (JSSiInterface.dll). */
int API Si_INIT(char *error) { return INIT(error); }

int API Si_Busi(const char *in, char *out) {
  if (!ready) return -300000;
  note("booked");
  misbehave();
  if (behave("refused")) {
    strcpy(out, "{\"code\":-7,\"message\":\"账户余额不足\"}");
    return -7;
  }
  sprintf(out, "{\"name\":\"张三\",\"asked\":%s}", in);
  return 0;
}

/* Five texts, cdecl, a length beside the buffer, a 64-bit result. */
int64_t API shapes(const char *a, const char *b, const char *c, const char *d, const char *e, double f, char *out, int *n) {
  int room = *n;
  *n = snprintf(out, room, "%s%s%s%s%s%.2f", a, b, c, d, e, f);
  memset(out + *n, 'x', 5);
  return INT64_C(9007199254740993);
}

void API nothing(unsigned char b) { (void)b; }

/* The folder of the executable of this process, where one vendor's library looks for its ini (agent.md 9.5). */
int API beside(char *out) {
#ifdef _WIN32
  if (!GetModuleFileNameA(NULL, out, 4000)) return -1;
  *strrchr(out, '\\') = 0;
#else
  long length = readlink("/proc/self/exe", out, 4000);
  if (length <= 0) return -1;
  out[length] = 0;
  *strrchr(out, '/') = 0;
#endif
  return 0;
}
