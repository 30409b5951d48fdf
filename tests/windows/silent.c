/* A version that starts as the service does and then says nothing: what an updater has to take back. */
#include <windows.h>

static SERVICE_STATUS_HANDLE handle;
static HANDLE stopped;

static void tell(DWORD state) {
  SERVICE_STATUS status = {SERVICE_WIN32_OWN_PROCESS, state, SERVICE_ACCEPT_STOP, 0, 0, 0, 0};
  SetServiceStatus(handle, &status);
}

static DWORD WINAPI control(DWORD code, DWORD type, void *data, void *context) {
  (void)type, (void)data, (void)context;
  if (code == SERVICE_CONTROL_STOP) SetEvent(stopped);
  return NO_ERROR;
}

static void WINAPI serve(DWORD count, LPWSTR *args) {
  (void)count, (void)args;
  handle = RegisterServiceCtrlHandlerExW(L"YibaoAgent", control, NULL);
  tell(SERVICE_RUNNING);
  WaitForSingleObject(stopped, INFINITE);
  tell(SERVICE_STOPPED);
  ExitProcess(0);
}

int main(void) {
  SERVICE_TABLE_ENTRYW table[] = {{L"YibaoAgent", serve}, {NULL, NULL}};
  stopped = CreateEventW(NULL, TRUE, FALSE, NULL);
  return StartServiceCtrlDispatcherW(table) ? 0 : 1;
}
