import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { AgentError } from '../src/agent-error.ts'
import { createDriver } from '../src/dll/client.ts'
import type { Driver } from '../src/dll/driver.ts'
import type { Evidence } from '../src/dll/evidence.ts'
import { hostCommand } from '../src/dll/host-command.ts'
import { scanDrivers } from '../src/dll/registry.ts'
import { runTask } from '../src/dll/task.ts'
import { shortcutIn } from './shortcut.ts'
import { openDamaged } from './windows-damaged.ts'
import { takeFolders } from './windows-folders.ts'
import { makeIcons } from './windows-icons.ts'
import { endByAnotherName } from './windows-places.ts'
import { askForPrinters } from './windows-printers.ts'
import { lookAtOwnConnection } from './windows-sessions.ts'
import { startHidden, tellOfWindow } from './windows-window.ts'

// What runs inside Windows: the desk's own driver code, told by a file what to call. Its answers go to a file too,
// because a Windows program cannot write to a pipe of the other side.

/** One thing to do with a driver: a task of its manifest or one call, after its library was told how to behave. */
export interface Step {
  name: string
  driver: string
  behave?: string
  task?: string
  fn?: string
  args?: Record<string, unknown>
  deadlineMs?: number
  /** A call that is timed is made so often before the one that counts. */
  times?: number
}

export interface Told {
  name: string
  answer?: unknown
  error?: { code: string; detail: Record<string, unknown> }
  state: ReturnType<Driver['state']>
  evidence: Evidence[]
  ms: number
  /** ms of each call that was timed */
  took: number[]
}

if (tellOfWindow(process.argv.slice(2))) process.exit(0)

const [, , file = '', out = '', root = '', folder = '', alias = ''] = process.argv
const { steps, settings } = JSON.parse(readFileSync(file, 'utf8')) as {
  steps: Step[]
  settings: Record<string, Record<string, string>>
}
const entries = scanDrivers([root])

const runOne = async (driver: Driver, step: Step, evidence: Evidence[]): Promise<Told> => {
  const { name, driver: id, behave = 'good', task, fn = '', args = {}, deadlineMs = 20_000, times = 0 } = step
  evidence.length = 0
  writeFileSync(join(root, id, 'behaviour'), behave)
  const took: number[] = []
  for (let i = 0; i < times; i++) {
    const from = performance.now()
    await driver.call(fn, args, deadlineMs)
    took.push(performance.now() - from)
  }
  const begin = performance.now()
  const scope = { args, settings: driver.settings }
  const work = task
    ? driver.turn(deadlineMs, (call) => runTask(driver.manifest.tasks[task]!, scope, call))
    : driver.call(fn, args, deadlineMs)
  const row = await work.then(
    (answer) => ({ answer }),
    (error: unknown) => ({
      error: error instanceof AgentError ? { ...error, code: error.code } : { code: String(error), detail: {} },
    }),
  )
  const ms = Math.round(performance.now() - begin)
  return { name, ...row, state: driver.state(), evidence: [...evidence], ms, took }
}

/** The steps of one driver, in order. */
const runAll = async (id: string): Promise<Told[]> => {
  const { manifest, dir, problem } = entries.get(id)!
  if (!manifest) throw new Error(problem)
  const evidence: Evidence[] = []
  const driver = createDriver({
    ...{ manifest, dir, dataDir: root, command: hostCommand, settings: settings[id] ?? {} },
    onEvidence: (one) => evidence.push(one),
  })
  const told: Told[] = []
  for (const step of steps.filter((one) => one.driver === id)) told.push(await runOne(driver, step, evidence))
  driver.close()
  return told
}

// Two at a time, as two readers of a counter would; more would wait for this machine and not for their libraries.
const waiting = [...new Set(steps.map(({ driver }) => driver))]
const told: Told[] = []
const worker = async () => {
  for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) told.push(...(await runAll(id)))
}
await Promise.all([worker(), worker()])
const places = await endByAnotherName(folder, alias)
const [sessions, printers] = [await lookAtOwnConnection(), await askForPrinters()]
const hidden = await startHidden(folder)
const damaged = openDamaged(folder)
const folders = takeFolders(folder)
const icons = await makeIcons(folder, (places) => places.map((one) => shortcutIn(join(one, '医保云.lnk'))))
writeFileSync(out, JSON.stringify({ told, sessions, places, printers, hidden, damaged, folders, icons }))
process.exit(0)
