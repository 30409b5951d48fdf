/* A library with the interface of NationECCode.dll (domain.md 6.3): a returned text it owns, JSON in the buffer. */
#include "behaviour.h"

static const char *person =
    "{\"userName\":\"张三\",\"idNo\":\"320501199001011238\",\"idType\":\"01\",\"insuOrg\":\"320500\","
    "\"ecIndexNo\":\"00112233445566778899AABBCCDDEEFF\",\"ecToken\":\"320000ec0000000000000000000000000000aa\"}";

char * API NationEcTrans(const char *url, const char *in, char *out) {
  misbehave();
  if (behave("null")) return NULL;
  if (behave("failed")) {
    strcpy(out, "{\"code\":-1,\"message\":\"前置机无响应\"}");
    return "9999";
  }
  if (behave("expired")) {
    strcpy(out, "{\"code\":-1001,\"message\":\"二维码已失效，请刷新\"}");
    return "0000";
  }
  if (behave("nothing")) return "0000";
  if (behave("garbled")) {
    strcpy(out, "{\"code\":0,\"data\":");
    return "0000";
  }
  if (behave("dataless")) {
    strcpy(out, "{\"code\":0,\"message\":\"ok\"}");
    return "0000";
  }
  if (behave("astext")) {
    /* Some versions put the object into a string. */
    char *at = out + sprintf(out, "{\"code\":0,\"data\":\"");
    for (const char *c = person; *c; c++) {
      if (*c == '"') *at++ = '\\';
      *at++ = *c;
    }
    strcpy(at, "\"}");
    return "0000";
  }
  if (!strstr(in, "\"transType\":\"ec.query\"") || strncmp(url, "http://", 7) != 0) {
    strcpy(out, "{\"code\":-9,\"message\":\"参数错误\"}");
    return "0000";
  }
  sprintf(out, "{\"code\":0,\"message\":\"处理成功\",\"data\":%s}", person);
  return "0000";
}
