/* One function of every shape a manifest can say and no other fixture has: structs, callbacks, handles, returned texts
   that must be given back, wide texts, floats and 64-bit numbers. */
#include "behaviour.h"
#include <stdint.h>

struct device {
  uint32_t size;
  int8_t kind;
  int64_t serial;
  char name[16];
  double volts;
  uint16_t port;
};

int API describe(struct device *device) {
  if (device->size != sizeof(struct device)) return -1;
  if (strcmp(device->name, "张三") != 0 || device->volts != 1.5) return -2;
  device->kind = -3;
  device->serial = INT64_C(9007199254740993);
  strcpy(device->name, "读卡器");
  device->volts = 3.25;
  device->port += 1;
  if (behave("overrun")) memset(device, 'A', sizeof(struct device) + 8);
  return 0;
}

#pragma pack(push, 1)
struct packed {
  char tag;
  int32_t value;
  char rest[3];
};
#pragma pack(pop)

int API packed(struct packed *p) { return p->value == 7 && sizeof(struct packed) == 8 ? (strcpy(p->rest, "ok"), 0) : -1; }

typedef int(CALLED *progress)(int percent, const char *text);
static progress kept;

int API work(int steps, progress told) {
  kept = told;
  int sum = 0;
  for (int i = 1; i <= steps; i++) sum += told(i * 100 / steps, "正在读卡");
  return sum;
}

int API again(void) { return kept ? kept(7, NULL) : -1; }

struct session {
  int magic;
};

void *API open_reader(int port) {
  if (behave("nodevice")) return (void *)(intptr_t)-1;
  if (port == 0) return NULL;
  struct session *s = malloc(sizeof *s);
  s->magic = 4711 + port;
  return s;
}

int API open_into(struct session **out) {
  *out = open_reader(5);
  return 0;
}

int API magic_of(struct session *s) { return s->magic; }

static int texts = 0;
char *API give_text(int which) {
  if (which == 0) return NULL;
  texts++;
  char *text = malloc(64);
  strcpy(text, "{\"code\":0,\"name\":\"张三\"}");
  return text;
}
void API take_text(char *text) {
  texts--;
  free(text);
}
int API texts_out(void) { return texts; }

int API wide(const uint16_t *in, uint16_t *out) {
  int i = 0;
  for (; in[i]; i++) out[i] = in[i];
  out[i++] = '!';
  out[i] = 0;
  return i;
}

uint64_t API big(float f, uint64_t n) { return f == 0.5f ? n + 1 : 0; }
