import { setTimeout as sleep } from 'node:timers/promises'
import koffi from 'koffi'
import { errors, ownProcess, serviceApi, states } from './service-api.ts'

// What an installer asks of the service manager.

/** Rights an administrator asks for. */
const full = { manager: 0xf003f, service: 0xf01ff }
/** Rights of an account that may only start a service: connect; query its state, start. More would be refused. */
const starter = { manager: 0x0001, service: 0x0004 | 0x0010 }
/** Rights of whoever only asks how it is: the gateway's own account, a clerk with `agent status`. */
const asker = { manager: 0x0001, service: 0x0004 }
const noChange = 0xffffffff
const startTypes = { auto: 2, demand: 3 } as const
const waitMs = 45_000

interface ServiceSpec {
  name: string
  title: string
  description: string
  /** Command line, the program in quotes. */
  command: string
  start: keyof typeof startTypes
  /** Started some time after the others (Windows feature updates keep such services). */
  delayed?: boolean
  /** Tried in this order: an old Windows or a policy may not know the first. */
  accounts: readonly string[]
  /** ms until Windows starts it again after its first, second, later failures. */
  restartMs?: readonly number[]
  /** Security descriptor (SDDL): who may start it. */
  access?: string
}

const failed = (what: string): never => {
  throw new Error(`${what}: Windows error ${serviceApi().lastError()}`)
}

const withManager = async <T>(
  work: (manager: unknown) => T | Promise<T>,
  access: number = full.manager,
): Promise<T> => {
  const api = serviceApi()
  const manager = api.openManager(null, null, access) ?? failed('OpenSCManager')
  try {
    return await work(manager)
  } finally {
    api.close(manager)
  }
}

/** Gives `work` the service, or undefined when there is none of that name. */
const withService = <T>(
  name: string,
  work: (service: unknown | undefined) => T | Promise<T>,
  access = full,
): Promise<T> =>
  withManager(async (manager) => {
    const api = serviceApi()
    const service = api.open(manager, name, access.service)
    if (!service) {
      if (api.lastError() !== errors.notFound) failed('OpenService')
      return work(undefined)
    }
    try {
      return await work(service)
    } finally {
      api.close(service)
    }
  }, access.manager)

const level = { description: 1, failureActions: 2, delayed: 3, sid: 5, failureFlag: 4 } as const

/** Structures point at others by address: those are kept alive until Windows has read them. */
const configure = (service: unknown, spec: ServiceSpec) => {
  const api = serviceApi()
  const { description, restartMs = [], delayed = false, access } = spec
  const text = Buffer.from(`${description}\0`, 'utf16le')
  const about = Buffer.alloc(8)
  about.writeBigUInt64LE(koffi.address(text))
  api.change2(service, level.description, about)
  if (restartMs.length) {
    const actions = Buffer.alloc(8 * restartMs.length)
    restartMs.forEach((ms, index) => {
      actions.writeUInt32LE(1, index * 8) // restart
      actions.writeUInt32LE(ms, index * 8 + 4)
    })
    const info = Buffer.alloc(40)
    info.writeUInt32LE(86_400, 0) // s without a failure after which they count anew
    info.writeUInt32LE(restartMs.length, 24)
    info.writeBigUInt64LE(koffi.address(actions), 32)
    if (!api.change2(service, level.failureActions, info)) failed('failure actions')
    // A service that ended with an exit code has failed too, not only one that crashed.
    api.change2(service, level.failureFlag, yes)
    actions.fill(0) // it had to stay where it was until here
  }
  if (spec.start === 'auto') api.change2(service, level.delayed, delayed ? yes : no)
  // The service gets an identity of its own, to which folders are given (SERVICE_SID_TYPE_UNRESTRICTED).
  api.change2(service, level.sid, yes)
  if (access) setAccess(service, access)
  text.fill(0)
}

const yes = Buffer.from([1, 0, 0, 0])
const no = Buffer.alloc(4)
const dacl = 4

const setAccess = (service: unknown, sddl: string) => {
  const api = serviceApi()
  const descriptor: unknown[] = [null]
  if (!api.toDescriptor(sddl, 1, descriptor, null)) failed('security descriptor')
  // Without it the gateway could not start its updater, and no update would ever come.
  if (!api.setSecurity(service, dacl, descriptor[0])) failed('SetServiceObjectSecurity')
}

/** Makes a service or makes an existing one agree with `spec`. Answers the account it runs as. */
export const ensureService = (spec: ServiceSpec): Promise<string> =>
  withManager((manager) => {
    const api = serviceApi()
    const { name, title, command, accounts } = spec
    const start = startTypes[spec.start]
    for (const account of accounts) {
      let service = api.create(
        manager,
        name,
        title,
        full.service,
        ownProcess,
        start,
        1,
        command,
        null,
        null,
        null,
        account,
        null,
      )
      if (!service) {
        const error = api.lastError()
        if (error === errors.account) continue
        if (error !== errors.exists) failed('CreateService')
        service = api.open(manager, name, full.service) ?? failed('OpenService')
        if (!api.change(service, ownProcess, start, 1, command, null, null, null, account, null, title)) {
          if (api.lastError() === errors.account) continue
          failed('ChangeServiceConfig')
        }
      }
      try {
        configure(service, spec)
      } finally {
        api.close(service)
      }
      return account
    }
    throw new Error(`服务 ${name} 没有可用的账户（${accounts.join('、')}），请检查本机的安全策略`)
  })

/** Changes when a service starts and, if given, its command line. */
export const changeService = (name: string, start: keyof typeof startTypes, command: string | null = null) =>
  withService(name, (service) => {
    if (!service) throw new Error(`服务 ${name} 没有登记，请重新运行安装程序（修复）`)
    const api = serviceApi()
    if (!api.change(service, noChange, startTypes[start], noChange, command, null, null, null, null, null, null))
      failed('ChangeServiceConfig')
  })

/** The service's state as Windows numbers it; undefined when there is none. */
export const serviceState = (name: string): Promise<number | undefined> =>
  withService(
    name,
    (service) => {
      if (!service) return undefined
      const status = new Array(7).fill(0)
      if (!serviceApi().query(service, status)) failed('QueryServiceStatus')
      return status[1] as number
    },
    asker,
  )

const reach = async (name: string, state: number, until = performance.now() + waitMs): Promise<void> => {
  for (;;) {
    const now = await serviceState(name)
    if (now === state || (state === states.stopped && now === undefined)) return
    if (state === states.running && now === states.stopped)
      throw new Error(`服务 ${name} 启动后又退出了，请运行 agent doctor`)
    if (performance.now() > until)
      throw new Error(
        `服务 ${name} 在 ${waitMs / 1000} 秒内没有${state === states.running ? '启动' : '停止'}，请重启电脑后再试`,
      )
    await sleep(100)
  }
}

const startOpened = (name: string, service: unknown | undefined) => {
  const api = serviceApi()
  if (!service) throw new Error(`服务 ${name} 没有登记，请重新运行安装程序（修复）`)
  if (!api.start(service, 0, null) && api.lastError() !== errors.alreadyRunning) failed('StartService')
}

/** Starts a service and waits until it runs. */
export const startService = async (name: string): Promise<void> => {
  await withService(name, (service) => startOpened(name, service))
  await reach(name, states.running)
}

/** Has a service started, with the rights of an account that may do nothing else to it; it may end again at any time. */
export const askToStart = (name: string): Promise<void> =>
  withService(name, (service) => startOpened(name, service), starter)

/** Tells a service to stop; false where it takes no word now. */
const askToStop = (name: string) =>
  withService(name, (service) => {
    const api = serviceApi()
    if (!service || api.control(service, 1, new Array(7).fill(0))) return true
    const error = api.lastError()
    if (error !== errors.notActive && error !== errors.takesNoWord) failed('stop')
    return error === errors.notActive
  })

/**
 * Stops a service and waits until it has; one that is not there has stopped. While it starts it takes no word, and none
 * while it stops because somebody told it before us.
 */
export const stopService = async (name: string): Promise<void> => {
  const until = performance.now() + waitMs
  while (!(await askToStop(name)) && performance.now() < until) await sleep(100)
  await reach(name, states.stopped)
}

/** Deletes a stopped service; one that is not there is deleted. */
export const removeService = (name: string): Promise<void> =>
  withService(name, (service) => {
    if (service && !serviceApi().remove(service)) failed('DeleteService')
  })
