/* How the next call behaves: the word in the file "behaviour" of the working folder, which is the driver's folder.
   Vendors read their ini files from there too. The same sources make libraries for Linux and, with mingw, DLLs. */
#ifndef BEHAVIOUR_H
#define BEHAVIOUR_H
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef _WIN32
#include <windows.h>
#ifdef CDECL_LIBRARY
#define API __declspec(dllexport) __cdecl
#define CALLED __cdecl
#else
#define API __declspec(dllexport) __stdcall
#define CALLED __stdcall
#endif
#define wait_ms(ms) Sleep(ms)
#else
#include <unistd.h>
#define API
#define CALLED
#define wait_ms(ms) usleep((ms) * 1000)
#endif

static char behaviour_word[32];

static int behave(const char *word) {
  FILE *file = fopen("behaviour", "r");
  behaviour_word[0] = 0;
  if (file) {
    if (fscanf(file, "%31s", behaviour_word) != 1) behaviour_word[0] = 0;
    fclose(file);
  }
  return strcmp(behaviour_word, word) == 0;
}

/* A line more in a file of the driver's folder. */
static void note(const char *name) {
  FILE *file = fopen(name, "a");
  if (!file) return;
  fputs("x", file);
  fclose(file);
}

/* Behaviours that any function may have, before it answers. */
static void misbehave(void) {
  if (behave("slow")) wait_ms(300);
  if (behave("hang")) {
    note("hanging");
    for (;;) wait_ms(1000);
  }
#ifdef _WIN32
  /* A window that waits for a click which nobody behind a browser can give. */
  while (behave("dialog") && MessageBoxA(NULL, "OK?", "driver", MB_OK) != IDCANCEL) wait_ms(50);
#endif
  /* 60 MB that nobody gives back. */
  if (behave("drip"))
    for (int i = 0; i < 60; i++) memset(malloc(1 << 20), 1, 1 << 20);
  /* Four gigabytes, a page of each megabyte touched: whoever may not have so much dies on the way. */
  if (behave("leak"))
    for (int i = 0; i < 4096; i++) *(volatile char *)malloc(1 << 20) = 1;
  if (behave("crash")) *(volatile int *)0 = 1;
  if (behave("abort")) abort();
  if (behave("quit")) exit(3);
}
#endif
