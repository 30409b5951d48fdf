import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { canCompile, nativeDrivers, tempFolder } from '../../test/native.ts'
import { activeFile } from '../dll/active.ts'
import { hostCommand } from '../dll/host-command.ts'
import { createDrivers, type DriverRow } from './drivers.ts'

// A package of the server takes over while the counter works.

const dataDir = tempFolder()
const root = tempFolder()
const packages = tempFolder()
const states: Pick<DriverRow, 'id' | 'state'>[] = []
const native = nativeDrivers(root)
const build = () => {
  const dir = native.add('reader', 'sscard', { extends: 'sscard-std', kind: 'socialCard' })
  const manifest = JSON.parse(readFileSync(join(dir, 'driver.json'), 'utf8'))
  /** The same library as a package of another version. */
  const give = (version: string, change: object = {}) => {
    const text = JSON.stringify({ ...manifest, version, ...change })
    const place = `reader@${version}-${createHash('sha256').update(text).digest('hex').slice(0, 16)}`
    mkdirSync(join(packages, place), { recursive: true })
    writeFileSync(join(packages, place, 'driver.json'), text)
    writeFileSync(join(packages, place, 'libsscard.so'), readFileSync(join(dir, 'libsscard.so')))
    writeFileSync(join(packages, activeFile), JSON.stringify({ reader: place }))
    return join(packages, place)
  }
  const drivers = createDrivers({
    ...{ dataDir, roots: [root], packages, simulate: false, command: hostCommand },
    onState: (row) => states.push(row),
  })
  return { drivers, give }
}

describe.skipIf(!canCompile)('a driver package', () => {
  const { drivers, give } = canCompile ? build() : (undefined as never)
  beforeEach(() => {
    rmSync(join(packages, activeFile), { force: true })
    native.behave('reader', 'good')
    return drivers.reload(['reader'])
  })
  afterAll(() => {
    drivers.close()
    native.remove(dataDir, packages)
  })
  const read = () => drivers.get('reader').call('iReadCardBas', {}, 8000)
  const version = () => drivers.list().find(({ id }) => id === 'reader')?.version

  test('it takes over when the call that runs has ended, and who waited is told to come again', async () => {
    await read()
    native.behave('reader', 'slow')
    const running = read()
    const waiting = read().catch(({ code }) => code)
    give('2.0.0')
    const reloaded = drivers.reload(['reader'])
    expect(version(), 'not under a running call').toBe('1.0.0')
    expect((await running).ret).toBe(0)
    await waiting
    expect(await reloaded).toMatchObject([{ id: 'reader', version: '2.0.0', state: 'ready' }])
    expect(states.at(-1)).toMatchObject({ id: 'reader', version: '2.0.0' })
    expect((await read()).ret).toBe(0)
  })

  test('without it the driver that was there before is back', async () => {
    give('2.0.0')
    await drivers.reload(['reader'])
    rmSync(join(packages, activeFile))
    expect(await drivers.reload(['reader'])).toMatchObject([{ version: '1.0.0' }])
    expect((await read()).ret).toBe(0)
  })

  test('one that is taken away with nothing behind it is news like any other change', async () => {
    const own = join(root, 'reader')
    give('2.0.0')
    await drivers.reload(['reader'])
    renameSync(own, `${own}.away`)
    rmSync(join(packages, activeFile))
    expect(await drivers.reload(['reader'])).toEqual([])
    expect(states.at(-1)).toEqual({ id: 'reader', state: 'missing' })
    renameSync(`${own}.away`, own)
  })

  test('one whose manifest was changed on this PC is not used and says so', async () => {
    const dir = give('3.0.0')
    writeFileSync(join(dir, 'driver.json'), '{}')
    const [row] = await drivers.reload(['reader'])
    expect(row).toMatchObject({ state: 'broken', problem: expect.stringContaining('被改动过') })
    expect(() => drivers.get('reader')).toThrow('DRIVER_MISSING_FILE')
  })

  test('one whose manifest is spoilt says in Chinese what is wrong with it', async () => {
    give('4.0.0', { bits: 16 })
    const [row] = await drivers.reload(['reader'])
    expect(row?.problem).toMatch(/^驱动说明有误：bits：/)
  })
})
