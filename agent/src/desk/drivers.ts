import type { Manifest } from '@yibao/shared/agent/driver/manifest.ts'
import { AgentError } from '../agent-error.ts'
import { createDriver } from '../dll/client.ts'
import { keepCopies } from '../dll/copies.ts'
import type { Driver, DriverState } from '../dll/driver.ts'
import type { Evidence } from '../dll/evidence.ts'
import type { HostCommand } from '../dll/host-process.ts'
import { type DriverEntry, scanDrivers } from '../dll/registry.ts'
import { copiesFolder } from '../dll/work-folder.ts'
import { SettingsProblem, settingsOf } from './driver-settings.ts'

/** A row of `drivers.list`. */
export interface DriverRow {
  id: string
  name: string
  version: string
  kind: Manifest['kind'] | 'unknown'
  bits: 32 | 64
  simulated: boolean
  state: DriverState
  functions: { name: string; class: string }[]
  problem?: string
}

interface DriversOptions {
  dataDir: string
  roots: readonly string[]
  /** Folder of packages that the server gave out. */
  packages?: string
  simulate: boolean
  command: HostCommand
  onState: (row: Pick<DriverRow, 'id' | 'state' | 'problem'>) => void
  onEvidence?: (evidence: Evidence) => void
}

const unusable = ({ id, problem }: DriverEntry): DriverRow => ({
  id,
  name: id,
  version: '',
  kind: 'unknown',
  bits: 32,
  simulated: false,
  state: 'broken',
  functions: [],
  problem: `驱动说明有误：${problem ?? ''}`,
})

const rowOf = (driver: Driver): DriverRow => {
  const { id, name, version, kind, simulator, functions } = driver.manifest
  const { state, problem, bits } = driver.state()
  return {
    ...{ id, name, version, kind, bits, state, problem },
    simulated: simulator !== undefined,
    functions: Object.entries(functions).map(([fn, spec]) => ({ name: fn, class: spec.class })),
  }
}

/** ms a person who repairs waits for the call that runs; the gateway gives him 90 s. */
const repairWaitMs = 60_000

/** Does something to a driver when no call of it runs: ended in the middle of one, money would be in doubt. */
const between = async (driver: Driver | undefined, work: () => void): Promise<void> => {
  if (!driver) return work()
  try {
    await driver.turn(repairWaitMs, async () => work())
  } catch (fault) {
    // It rests after its faults, and is what a person wants to mend: nothing runs.
    if (!(fault instanceof AgentError && fault.code === 'DRIVER_OPEN')) throw fault
    work()
  }
}

/** All drivers of this desk by id. Simulated ones exist only when `simulate` is on. */
export const createDrivers = (options: DriversOptions) => {
  const { dataDir, roots, packages, simulate, command, onState, onEvidence } = options
  const broken = new Map<string, DriverEntry>()
  const drivers = new Map<string, Driver>()
  const add = (entry: DriverEntry) => {
    const { id, dir, manifest } = entry
    drivers.get(id)?.close()
    drivers.delete(id)
    broken.delete(id)
    if (!manifest) broken.set(id, entry)
    else if (simulate || !manifest.simulator)
      try {
        const settings = settingsOf(manifest, { installed: roots.at(-1), packages })
        const onChange = (driver: Driver) => onState(rowOf(driver))
        drivers.set(id, createDriver({ manifest, dir, dataDir, command, settings, onChange, onEvidence }))
      } catch (fault) {
        if (!(fault instanceof SettingsProblem)) throw fault
        broken.set(id, { id, dir, problem: fault.message })
      }
  }
  const scan = () => scanDrivers(roots, packages)
  for (const entry of scan().values()) add(entry)

  const get = (id: string): Driver => {
    const driver = drivers.get(id)
    if (driver) return driver
    if (broken.has(id)) throw new AgentError('DRIVER_MISSING_FILE', { text: unusable(broken.get(id)!).problem })
    throw new AgentError('DRIVER_UNKNOWN')
  }
  const list = () => [...[...drivers.values()].map(rowOf), ...[...broken.values()].map(unusable)]
  // Another version of a driver leaves the copy of the one before it behind.
  const endKeeping = keepCopies(copiesFolder(), () => new Set([...drivers.values()].map(({ folder }) => folder)))
  return {
    get,
    list,
    /**
     * What a technician has put there since, or completed, mended or taken away of what could not be used: the pages tell
     * him to, and to look again. A driver whose files are there stays as it is, whatever else stands there by now: it may
     * be in a call.
     */
    look: () => {
      const before = new Map(list().map(({ id, state }) => [id, state]))
      const found = scan()
      for (const [id, entry] of found) if (!drivers.get(id)?.installed()) add(entry)
      for (const id of broken.keys()) if (!found.has(id)) broken.delete(id)
      for (const row of list()) if (before.get(row.id) !== row.state) onState(row)
    },
    ofKind: (kind: Manifest['kind']) => [...drivers.values()].filter(({ manifest }) => manifest.kind === kind),
    /**
     * The driver for a task: the named one, else a real one whose files are there (a broken reader must not turn into
     * a simulated one), else a simulated one, else the first, whose problem then says what is missing.
     */
    forTask: (task: string, id?: string): Driver => {
      if (id !== undefined) {
        const named = get(id)
        if (!named.manifest.tasks[task]) throw new AgentError('ARGS_INVALID', { driver: id, task })
        return named
      }
      // One library may serve several media: its tasks say which, its kind does not (domain.md 6.2).
      const able = [...drivers.values()].filter(({ manifest }) => manifest.tasks[task])
      const usable = able.filter((driver) => driver.installed())
      const best = usable.find(({ manifest }) => !manifest.simulator) ?? usable[0] ?? able[0]
      if (!best) throw new AgentError('DRIVER_UNKNOWN', { task })
      return best
    },
    /**
     * Reads the driver's folder anew and starts it; answers its row, whose `problem` says what is still wrong. Throws
     * DRIVER_BUSY where a call does not come to its end meanwhile.
     */
    repair: async (id: string): Promise<DriverRow> => {
      const entry = scan().get(id)
      if (!entry) throw new AgentError('DRIVER_UNKNOWN')
      await between(drivers.get(id), () => add(entry))
      await drivers
        .get(id)
        ?.repair()
        .catch(() => {}) // the row tells
      return list().find((row) => row.id === id) ?? unusable(entry)
    },
    /**
     * Changes over to what stands there now, each driver when no call of it runs; whoever waits behind that call is
     * served by the new one's turn or told that the device is busy. Answers the rows as they are then.
     */
    reload: async (ids: readonly string[]): Promise<DriverRow[]> => {
      await Promise.all(
        ids.map(async (id) => {
          const change = () => {
            const entry = scan().get(id)
            if (entry) return add(entry)
            drivers.delete(id)
            broken.delete(id)
          }
          const driver = drivers.get(id)
          if (driver) await driver.retire(change)
          else change()
          // One that was taken away is news, too.
          onState(list().find((one) => one.id === id) ?? { id, state: 'missing' })
        }),
      )
      return list().filter(({ id }) => ids.includes(id))
    },
    close: () => {
      endKeeping()
      for (const driver of drivers.values()) driver.close()
    },
  }
}
export type Drivers = ReturnType<typeof createDrivers>
