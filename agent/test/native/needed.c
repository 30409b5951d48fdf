#ifdef _WIN32
__declspec(dllexport)
#endif
    int needed(void) {
  return 0;
}
