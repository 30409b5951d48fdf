import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { writeWhole } from '../files/disk.ts'
import { productName, type Scope } from './layout.ts'

/** What was said at the installation. The file stands beside the program, where only an administrator writes. */
export interface Settings {
  scope: Scope
  data: string
  /** Address of the one server. */
  server: string
  /** Simulated readers and printer exist (a demonstration, never a shop). */
  simulate: boolean
  /** Pages that may reach the agent without the browser asking (browser-policies.ts). */
  consoleOrigins: string[]
  /** Port to listen on instead of the three usual ones. */
  port?: number
}

const schema = z.object({
  scope: z.enum(['system', 'user']),
  data: z.string(),
  server: z.string(),
  simulate: z._default(z.boolean(), false),
  consoleOrigins: z._default(z.array(z.string()), []),
  port: z.optional(z.number()),
})

const fileOf = (root: string) => join(root, 'install.json')

/** Reads `<root>/install.json`; undefined when nothing is installed there. */
export const readSettings = (root: string): Settings | undefined => {
  try {
    return schema.parse(JSON.parse(readFileSync(fileOf(root), 'utf8')))
  } catch {
    return undefined
  }
}

/** Keeps them whole or not at all. */
export const writeSettings = (root: string, settings: Settings): void => {
  mkdirSync(root, { recursive: true })
  writeWhole(fileOf(root), `${JSON.stringify(settings, null, 2)}\n`)
}

const codeFile = (data: string) => join(data, 'enrol-code')

/** Keeps the one-time code of the installer for the first start of the gateway, whose folder `data` is. */
export const writeEnrolCode = (data: string, code: string): void => {
  mkdirSync(data, { recursive: true })
  writeWhole(codeFile(data), code, 0o600)
}

/** Takes that code back from a gateway that was not installed after all. */
export const dropEnrolCode = (data: string): void => rmSync(codeFile(data), { force: true })

/** The one-time code, unless it was used: an agent with a policy needs none, and the file goes. */
const takeEnrolCode = (data: string): string | undefined => {
  const file = codeFile(data)
  if (!existsSync(file)) return undefined
  if (!existsSync(join(data, 'agent', 'policy.json'))) return readFileSync(file, 'utf8').trim()
  dropEnrolCode(data)
  return undefined
}

/**
 * Gives a process its environment. It outranks what stands there: the desk's comes from the logged-on user, who must not
 * choose the drivers of this PC, or simulated ones, by a variable of his own.
 */
export const settle = (settings: Settings, role: string, home: string, env: NodeJS.ProcessEnv): void => {
  Object.assign(env, environmentOf(settings, role, home))
}

/**
 * The environment that an installation gives a process of this role. On Windows the desk is the logged-on user's: what it
 * writes is in his own folder, the drivers are the machine's.
 */
export const environmentOf = (settings: Settings, role: string, home: string): Record<string, string> => {
  const { data, server, simulate, port } = settings
  const own = role === 'desk' && process.platform === 'win32' ? process.env.LOCALAPPDATA : undefined
  const code = role === 'gateway' ? takeEnrolCode(data) : undefined
  return {
    MACHINE_DATA: data,
    DATA_DIR: own ? join(own, productName) : data,
    DRIVERS_DIR: join(data, 'agent', 'drivers'),
    SERVER_URL: server,
    SIMULATE: simulate ? '1' : '0',
    CONSOLE_DIR: join(home, 'console'),
    ...(port !== undefined && { AGENT_PORT: String(port) }),
    ...(code && { ENROL_CODE: code }),
  }
}
