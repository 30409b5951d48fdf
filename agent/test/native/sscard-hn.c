/* A library with the interface of the SSCard.dll whose buffers carry their lengths (centre notes 16). */
#include "behaviour.h"

static int ready = 0;

static long answer(char *out, int room, long code, const char *text) {
  if ((int)strlen(text) >= room) return -99;
  strcpy(out, text);
  return code;
}

long API Init(const char *url, const char *user) {
  if (strncmp(url, "http", 4) != 0 || strcmp(user, "430100") != 0) return -2;
  ready = 1;
  return 0;
}

long API ReadCardBas(char *out, int room, char *sign, int signRoom) {
  misbehave();
  if (!ready) return answer(out, room, -300000, "需要先调用初始化函数");
  if (room != 4096 || signRoom != 4096) return answer(out, room, -98, "缓冲区长度不正确");
  if (behave("nocard")) return answer(out, room, -1, "未找到卡");
  answer(sign, signRoom, 0, "430100J0001");
  return answer(out, room, 0,
                "430100|430102199001011238|A00000025|430100D156000005000000000000AB12|李四|"
                "0081544C9086844301000000AB|2.00|20201019|20301019|430100902398||");
}

long API VerifyPIN(char *out, int room) {
  if (behave("wrongpin")) return answer(out, room, -5, "PIN校验失败，剩余5次");
  if (behave("locked")) return answer(out, room, -6, "卡密码已锁定");
  return 0;
}

long API ChangePIN(char *out, int room) { return VerifyPIN(out, room); }

long API ReadSFZ(char *out, int room, char *sign, int signRoom) {
  answer(sign, signRoom, 0, "430100S0001");
  char text[33000] = "430102199001011238^李四^男^汉^19900101^湖南省长沙市芙蓉区五一大道1号^长沙市公安局^20180510-20380510^";
  size_t end = strlen(text);
  /* A photo is larger than what the vendor advises to allocate. */
  memset(text + end, 'Q', 20000);
  strcpy(text + end + 20000, "^");
  return answer(out, room, 0, text);
}

long API GetQRBase(int timeout, char *out, int room, char *sign, int signRoom) {
  if (timeout != 30 || behave("expired")) return answer(out, room, -8, "扫码超时");
  answer(sign, signRoom, 0, "430100Q0001");
  return answer(out, room, 0, "4301021234567890123456789012");
}
