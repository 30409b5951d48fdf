// One program, all roles: the packaged executable starts itself in each of them (DESIGN 8).

import { isSea } from 'node:sea'
import { setFlagsFromString } from 'node:v8'
import { CannotStart } from './cannot-start.ts'
import { home, rootOf } from './home.ts'

type Role = () => Promise<{ main: () => Promise<void> }>

/** A role's module exports `main`; only the role's own code is loaded, so the gateway never sees a vendor's library. */
const roles: Record<string, Role> = {
  gateway: () => import('./gateway/main.ts'),
  desk: () => import('./desk/role.ts'),
  host: () => import('./host/role.ts'),
  update: () => import('./update/role.ts'),
}
const cli: Role = () => import('./cli/main.ts')
const commands = ['install', 'uninstall', 'start', 'stop', 'status', 'doctor', 'erp-token', 'version', 'help']

/** What the installation settled becomes the environment. */
const takeSettings = async (role: string) => {
  const { readSettings, settle } = await import('./install/settings.ts')
  const root = rootOf(home())
  const settings = root === undefined ? undefined : readSettings(root)
  if (settings) settle(settings, role, home(), process.env)
}

/**
 * Young objects keep the little room they start with: a busy minute at a counter would double it four times in each
 * process, and nothing here is faster for it (10 000 calls: the same time, 24 MiB less).
 */
const staySmall = () => setFlagsFromString('--semi-space-growth-factor=1')

/** That node calls SQLite experimental is nothing an operator can act on. */
const quiet = () => {
  const emit = process.emitWarning
  process.emitWarning = ((warning: string | Error, ...rest: [never]) => {
    if (rest[0] !== 'ExperimentalWarning') emit.call(process, warning, ...rest)
  }) as typeof process.emitWarning
}

/**
 * A program without a console (a service, or started by an installer) may have handles that lead nowhere: what it says is lost.
 */
const bearNoConsole = () => {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
}

const run = async () => {
  const role = process.argv[2] ?? (isSea() ? 'help' : 'gateway')
  const load = Object.hasOwn(roles, role) ? roles[role] : commands.includes(role) ? cli : undefined
  if (!load) {
    process.stderr.write(`未知的角色或命令: ${role}（可用: ${[...Object.keys(roles), ...commands].join('、')}）\n`)
    process.exit(2)
  }
  staySmall()
  if (isSea()) {
    bearNoConsole()
    quiet()
    if (load !== cli) await takeSettings(role)
  }
  try {
    const { main } = await load()
    await main()
  } catch (fault) {
    const { wordsFor } = await import('./words.ts')
    process.stderr.write(`${wordsFor(fault)}\n`)
    // Nobody foresaw it: where it came from is for support.
    if (!(fault instanceof CannotStart)) process.stderr.write(`${(fault as Error).stack}\n`)
    process.exit(1)
  }
}
void run()
