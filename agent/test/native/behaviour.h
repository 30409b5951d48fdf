/* How the next call behaves: the word in the file "behaviour" of the working folder, which is the driver's folder.
   Vendors read their ini files from there too. */
#ifndef BEHAVIOUR_H
#define BEHAVIOUR_H
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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

/* Behaviours that any function may have, before it answers. */
static void misbehave(void) {
  if (behave("slow")) usleep(300 * 1000);
  if (behave("hang")) {
    FILE *file = fopen("hanging", "w");
    if (file) fclose(file);
    for (;;) pause();
  }
  if (behave("crash")) *(volatile int *)0 = 1;
  if (behave("abort")) abort();
  if (behave("quit")) exit(3);
}
#endif
