/* A library with the interface of HeaSecReadInfo.dll (domain.md 6.2): a JSON text starts it, a second buffer holds the
   encrypted token of the visit, and a log appears beside the library. */
#include "behaviour.h"

static int ready = 0;

long API Init(const char *info, char *error) {
  misbehave();
  /* It takes a number for the port, and a text is none. */
  if (!strstr(info, "\"PORT\":8080") || !strstr(info, "\"IP\":\"127.0.0.1\"") || behave("badinit")) {
    strcpy(error, "连接前置机失败");
    return -1;
  }
  note("heasec.log");
  ready = 1;
  return 0;
}

static long refuse(char *out, long code, const char *text) {
  strcpy(out, text);
  return code;
}

long API ReadCardBas(char *card, char *business) {
  misbehave();
  if (!ready) return refuse(card, -300000, "需要先调用初始化函数");
  if (behave("nocard")) return refuse(card, -3005, "无卡，请插卡");
  if (behave("reader")) return refuse(card, -3001, "未找到读卡器");
  if (behave("errortext")) return refuse(card, 0, "打开读卡器失败");
  if (behave("nothing")) return 0;
  if (behave("overrun")) {
    memset(business, 'A', 8192 + 16);
    return 0;
  }
  strcpy(business, "TOKEN+/=0123456789");
  return refuse(card, 0,
                "320500|320501199001011238|A00000017|320500D156000005000000000000AB12|张三|"
                "0081544C9086843205000000AB|2.00|20201019|20301019|320500902398|JSE00000001|");
}

long API ReadSFZ(const char *photo, char *out, char *business) {
  if (!ready) return refuse(out, -300000, "需要先调用初始化函数");
  if (photo && photo[0]) return refuse(out, -9, "照片目录不可用");
  strcpy(business, "SFZTOKEN");
  return refuse(out, 0,
                "张三|男|汉|19900101|江苏省苏州市姑苏区观前街1号|320501199001011238|苏州市公安局姑苏分局|20180510|20380510|");
}

long API VerifyPIN(char *out) {
  if (behave("wrongpin")) return refuse(out, -3051, "密码错误，还可输入3次");
  return refuse(out, 0, "");
}

long API GetQRBase(int timeout, char *out) {
  (void)timeout;
  return refuse(out, 0, "3205011234567890123456789012");
}
