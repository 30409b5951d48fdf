import koffi from 'koffi'

// The Windows service API, declared once. Handles are pointers; null is a failure that GetLastError explains.

const library = () => {
  const advapi = koffi.load('advapi32.dll')
  const f = (signature: string) => advapi.func(signature)
  return {
    openManager: f('void * __stdcall OpenSCManagerW(str16 machine, str16 database, uint32_t access)'),
    create: f(
      'void * __stdcall CreateServiceW(void *manager, str16 name, str16 title, uint32_t access, uint32_t type, uint32_t start, uint32_t error, str16 path, str16 group, void *tag, str16 dependencies, str16 account, str16 password)',
    ),
    open: f('void * __stdcall OpenServiceW(void *manager, str16 name, uint32_t access)'),
    change: f(
      'bool __stdcall ChangeServiceConfigW(void *service, uint32_t type, uint32_t start, uint32_t error, str16 path, str16 group, void *tag, str16 dependencies, str16 account, str16 password, str16 title)',
    ),
    change2: f('bool __stdcall ChangeServiceConfig2W(void *service, uint32_t level, void *info)'),
    query: f('bool __stdcall QueryServiceStatus(void *service, _Out_ uint32_t *status)'),
    control: f('bool __stdcall ControlService(void *service, uint32_t control, _Out_ uint32_t *status)'),
    start: f('bool __stdcall StartServiceW(void *service, uint32_t count, void *args)'),
    remove: f('bool __stdcall DeleteService(void *service)'),
    close: f('bool __stdcall CloseServiceHandle(void *handle)'),
    setSecurity: f('bool __stdcall SetServiceObjectSecurity(void *service, uint32_t what, void *descriptor)'),
    toDescriptor: f(
      'bool __stdcall ConvertStringSecurityDescriptorToSecurityDescriptorW(str16 text, uint32_t revision, _Out_ void **descriptor, void *size)',
    ),
    dispatch: f('bool __stdcall StartServiceCtrlDispatcherW(void *table)'),
    handler: f('void * __stdcall RegisterServiceCtrlHandlerExW(str16 name, void *handler, void *context)'),
    setStatus: f('bool __stdcall SetServiceStatus(void *status, _In_ uint32_t *values)'),
    lastError: koffi.load('kernel32.dll').func('uint32_t __stdcall GetLastError()'),
  }
}

let loaded: ReturnType<typeof library> | undefined
/** Windows' service functions, loaded when first needed. */
export const serviceApi = () => {
  loaded ??= library()
  return loaded
}

export const ownProcess = 0x10
export const states = { stopped: 1, startPending: 2, stopPending: 3, running: 4 } as const
export const controls = { stop: 1, interrogate: 4, shutdown: 5 } as const
export const errors = {
  alreadyRunning: 1056,
  account: 1057,
  notFound: 1060,
  /** It is just starting or stopping. */
  takesNoWord: 1061,
  notActive: 1062,
  exists: 1073,
} as const
