import { createDriver } from '../src/dll/client.ts'
import type { Driver, DriverOptions } from '../src/dll/driver.ts'
import type { Evidence } from '../src/dll/evidence.ts'
import { hostCommand } from '../src/dll/host-command.ts'
import { scanDrivers } from '../src/dll/registry.ts'
import { type Ask, runTask } from '../src/dll/task.ts'
import { nativeDrivers, tempFolder } from './native.ts'

/** A folder of compiled drivers and the drivers loaded from it, with a clock and the evidence of their crashes. */
export const libraries = () => {
  const root = tempFolder()
  const dataDir = tempFolder()
  const drivers = nativeDrivers(root)
  const open: Driver[] = []
  const state = { evidence: [] as Evidence[], clock: 0 }
  const load = (
    id: string,
    options: Partial<Pick<DriverOptions, 'recycleAfter' | 'settings' | 'command'>> & { now?: undefined } = {},
  ) => {
    const { manifest, dir, problem } = scanDrivers([root]).get(id)!
    if (!manifest) throw new Error(problem)
    const driver = createDriver({
      ...{ manifest, dir, dataDir, command: hostCommand, now: () => state.clock },
      settings: { url: 'http://127.0.0.1/x', orgId: 'P32050100001', port: '1001' },
      ...options,
      onEvidence: (record) => state.evidence.push(record),
    })
    open.push(driver)
    return driver
  }
  /** What the desk's card.read does. */
  const read = (driver: Driver, medium: string, ask?: Ask) =>
    driver.turn(5000, (call) =>
      runTask(driver.manifest.tasks[`read.${medium}`]!, { args: {}, settings: driver.settings }, call, ask),
    )
  const remove = () => {
    for (const driver of open) driver.close()
    drivers.remove(dataDir)
  }
  return { root, dataDir, drivers, open, state, load, read, remove }
}
