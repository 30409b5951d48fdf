/* A library with the interface of SSCardDriver.dll (domain.md 6.1). Compiled with -fexec-charset=GB18030, so its
   texts are the bytes a Chinese Windows library writes. */
#include "behaviour.h"

static const char *card =
    "320500|320501199001011238|A00000017|320500D156000005000000000000AB12|张三|0081544C9086843205000000AB|2.00|"
    "20201019|20301019|320500902398|JSE00000001|";
static const char *rare =
    "320500|320508197807223014|A00000033|320500D156000005000000000000AD34|王䶮𠮷|0081544C9086843205000000AB|2.00|"
    "20201019|20301019|320500902398|JSE00000001|";

static int step1_done = 0;

static int refuse(char *out, int code, const char *text) {
  strcpy(out, text);
  return code;
}

int API iReadCardBas(int type, char *out) {
  misbehave();
  if (type == 4) return refuse(out, -1, "卡类型不正确");
  if (behave("nocard")) return refuse(out, -2, "无卡");
  if (behave("mute")) return refuse(out, -4, "卡无应答");
  if (behave("reader")) return refuse(out, -11, "读卡器连接错误");
  if (behave("unknown")) return refuse(out, -4136, "前置机返回未知错误");
  if (behave("hsm")) return refuse(out, -2201, "无PSAM卡");
  if (behave("nothing")) return 0;
  if (behave("spaces")) return refuse(out, 0, "   ");
  if (behave("errortext")) return refuse(out, 0, "读卡器连接错误，请检查");
  if (behave("short")) return refuse(out, 0, "320500|320501199001011238|A00000017|");
  if (behave("nameless")) return refuse(out, 0, "320500|320501199001011238|A00000017|||||||||");
  if (behave("garbled")) {
    for (int i = 0; i < 200; i++) out[i] = (char)(0x81 + i * 37 % 126);
    return 0;
  }
  if (behave("shifted")) return refuse(out, 0, "张三|320500|x|y|z|a|b|c|d|e|f|");
  if (behave("overrun")) {
    memset(out, 'A', 4096 + 16);
    return 0;
  }
  if (behave("uninitialised")) return refuse(out, (int)0xCCCCCCCC, "");
  if (behave("rare")) return refuse(out, 0, rare);
  return refuse(out, 0, card);
}

int API iReadCardBas_HSM_Step1(int type, char *out) {
  (void)type;
  step1_done = 1;
  return refuse(out, 0, "320500|0081|03|A1|B2|C3|D4|E5|320500902398|");
}

int API iReadCardBas_HSM_Step2(const char *key, char *out) {
  if (!step1_done) return refuse(out, -23, "传入数据不合法");
  if (strcmp(key, "K1|K2|") != 0) return refuse(out, -25536, "外部认证失败");
  return refuse(out, 0, card);
}

int API iReadCard(int type, int auth, const char *card_info, const char *file, char *out) {
  (void)type, (void)auth;
  if (strcmp(file, "SSSEEF05") != 0) return refuse(out, -27266, "未找到文件");
  return refuse(out, 0, card_info[0] ? card_info : "A00000017|");
}

int API iGetCardType(unsigned char *kind, char *out) {
  kind[0] = 3;
  return refuse(out, 0, "CPU");
}

int API iVerifyPIN(int type, char *out) {
  (void)type;
  misbehave();
  if (behave("wrongpin")) return refuse(out, -51, "PIN校验失败，还可输入4次");
  if (behave("wrongpinmute")) return refuse(out, -51, "PIN校验失败");
  if (behave("locked")) return refuse(out, -52, "PIN锁定");
  if (behave("pintimeout")) return refuse(out, -32, "密码输入超时");
  if (behave("pincancel")) return refuse(out, -31, "用户取消密码输入");
  return refuse(out, 0, "");
}

int API iChangePIN(int type, char *out) { return iVerifyPIN(type, out); }
