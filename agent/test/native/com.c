/* A library that uses COM and shows windows, as one does that reads cards by an XML parser, a control or a PIN dialog. */
#include "behaviour.h"

#ifdef _WIN32
#include <objbase.h>

/* MSXML's DOMDocument, which every Windows has. */
static const CLSID document = {0x2933bf90, 0x7b36, 0x11d2, {0xb2, 0x0e, 0x00, 0xc0, 0x4f, 0x98, 0x3e, 0x60}};
static const IID unknown = {0, 0, 0, {0xc0, 0, 0, 0, 0, 0, 0, 0x46}};

static FARPROC ole(const char *name) { return GetProcAddress(LoadLibraryA("ole32"), name); }

/* The HRESULT of making it. */
int API create(void) {
  typedef HRESULT(WINAPI * make_t)(const CLSID *, IUnknown *, DWORD, const IID *, void **);
  IUnknown *made = NULL;
  HRESULT result = ((make_t)ole("CoCreateInstance"))(&document, NULL, CLSCTX_INPROC_SERVER, &unknown, (void **)&made);
  if (made) made->lpVtbl->Release(made);
  return result;
}

/* APTTYPE of the thread that calls: 0 or 3 = single-threaded, -1 = none. */
int API apartment(void) {
  typedef HRESULT(WINAPI * ask_t)(int *, int *);
  int type = -1, more = 0;
  return SUCCEEDED(((ask_t)ole("CoGetApartmentType"))(&type, &more)) ? type : -1;
}

static HWND events;
static int taken = 0;

static LRESULT CALLBACK take(HWND window, UINT message, WPARAM w, LPARAM l) {
  if (message == WM_APP) return ++taken;
  return DefWindowProcA(window, message, w, l);
}

/* Posts an event to a window of its own; answers how many came to it before. */
int API post(void) {
  if (!events) {
    WNDCLASSA kind = {0};
    kind.lpfnWndProc = take;
    kind.lpszClassName = "events";
    RegisterClassA(&kind);
    events = CreateWindowA("events", "", 0, 0, 0, 0, 0, HWND_MESSAGE, NULL, NULL, NULL);
  }
  PostMessageA(events, WM_APP, 0, 0);
  return taken;
}

/* 1 = this process was started to hide its windows, 2 = a dialog of it is seen all the same. */
int API dialog(void) {
  STARTUPINFOA start;
  GetStartupInfoA(&start);
  HWND window = CreateWindowA("STATIC", "PIN", WS_OVERLAPPED | WS_CAPTION, 0, 0, 200, 100, NULL, NULL, NULL, NULL);
  ShowWindow(window, SW_SHOW);
  int seen = IsWindowVisible(window) ? 2 : 0;
  DestroyWindow(window);
  return seen + ((start.dwFlags & STARTF_USESHOWWINDOW) && start.wShowWindow == SW_HIDE ? 1 : 0);
}
#endif
