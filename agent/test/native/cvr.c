/* A library with the interface of termb.dll (domain.md 6.4): state between calls, one getter per field. */
#include "behaviour.h"

static int opened = 0, found = 0, content = 0;

int API CVR_InitComm(int port) {
  if (behave("noport")) return 2;
  opened = port == 1001;
  return opened ? 1 : 2;
}

int API CVR_Authenticate(void) {
  misbehave();
  if (!opened) return 0;
  found = !behave("nocard");
  return found ? 1 : 2;
}

int API CVR_Read_Content(int active) {
  content = found && active == 4;
  return content ? 1 : 0;
}

int API CVR_CloseComm(void) {
  note("closed");
  opened = found = content = 0;
  return 1;
}

static int give(unsigned char *buffer, int *length, const char *text) {
  if (!content) return 0;
  if (behave("nameless")) text = "";
  /* Fixed-width columns, padded with spaces. */
  *length = sprintf((char *)buffer, "%s  ", text);
  return 1;
}

int API GetPeopleName(unsigned char *b, int *n) { return give(b, n, "张三"); }
int API GetPeopleSex(unsigned char *b, int *n) { return give(b, n, "男"); }
int API GetPeopleNation(unsigned char *b, int *n) { return give(b, n, "汉"); }
int API GetPeopleBirthday(unsigned char *b, int *n) { return give(b, n, "19900101"); }
int API GetPeopleAddress(unsigned char *b, int *n) { return give(b, n, "江苏省苏州市姑苏区观前街1号"); }
int API GetPeopleIDCode(unsigned char *b, int *n) { return give(b, n, "320501199001011238"); }
int API GetDepartment(unsigned char *b, int *n) { return give(b, n, "苏州市公安局姑苏分局"); }
int API GetStartDate(unsigned char *b, int *n) { return give(b, n, "20180510"); }
int API GetEndDate(unsigned char *b, int *n) { return give(b, n, "20380510"); }
