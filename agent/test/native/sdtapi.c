/* A library with the interface of sdtapi.dll (domain.md 6.4): 0x90 is success, 0x9F a found card, and the text is
   UTF-16LE in columns of fixed width. */
#include "behaviour.h"

static int opened = 0, found = 0, selected = 0;

int API SDT_OpenPort(int port) {
  misbehave();
  opened = !behave("noport") && port == 1001;
  return opened ? 0x90 : 0x01;
}

int API SDT_GetSAMIDToStr(int port, char *id, int ifOpen) {
  (void)port, (void)ifOpen;
  strcpy(id, "05.03-20200101-0000012345-0000067890");
  return opened ? 0x90 : 0x05;
}

int API SDT_ClosePort(int port) {
  (void)port;
  note("closed");
  opened = found = selected = 0;
  return 0x90;
}

int API SDT_StartFindIDCard(int port, unsigned char *iin, int ifOpen) {
  (void)port;
  if (!opened || ifOpen) return 0x05;
  found = !behave("nocard");
  memset(iin, 0, 8);
  return found ? 0x9f : 0x80;
}

int API SDT_SelectIDCard(int port, unsigned char *sn, int ifOpen) {
  (void)port, (void)ifOpen;
  selected = found && !behave("mute");
  memset(sn, 0, 8);
  return selected ? 0x90 : 0x81;
}

/* Two bytes a letter, filled up with spaces; `letters` are code points below 0x10000. */
static unsigned char *column(unsigned char *at, int bytes, const unsigned short *letters) {
  int ended = 0;
  for (int i = 0; i < bytes; i += 2) {
    ended = ended || letters[i / 2] == 0;
    at[i] = ended ? ' ' : letters[i / 2] & 0xff;
    at[i + 1] = ended ? 0 : letters[i / 2] >> 8;
  }
  return at + bytes;
}

static const unsigned short none[64] = {0}, male[] = {'1', 0}, han[] = {'0', '1', 0}, name[] = {0x5f20, 0x4dae, 0};
static const unsigned short birthday[] = {'1', '9', '9', '0', '0', '1', '0', '1', 0};
static const unsigned short place[] = {0x82cf, 0x5dde, 0x5e02, '1', 0x53f7, 0};
static const unsigned short number[] = {'3', '2', '0', '5', '0', '1', '1', '9', '9', '0',
                                        '0', '1', '0', '1', '1', '2', '3', '8', 0};
static const unsigned short from[] = {'2', '0', '1', '8', '0', '5', '1', '0', 0};

int API SDT_ReadBaseMsg(int port, unsigned char *text, unsigned int *textLength, unsigned char *photo,
                        unsigned int *photoLength, int ifOpen) {
  (void)port, (void)ifOpen;
  if (!selected) return 0x41;
  unsigned char *at = column(text, 30, behave("nameless") ? none : name);
  at = column(at, 2, male);
  at = column(at, 4, han);
  at = column(at, 16, birthday);
  at = column(at, 70, place);
  at = column(at, 36, number);
  at = column(at, 30, place);
  at = column(at, 16, from);
  at = column(at, 16, from);
  column(at, 36, none);
  *textLength = 256;
  memset(photo, 0x5a, 1024);
  *photoLength = 1024;
  return 0x90;
}
