import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { limits } from '@yibao/shared/agent/protocol.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { alive, startDesk } from '../../test/desk.ts'
import { canCompile, nativeDrivers, tempFolder } from '../../test/native.ts'
import { persons } from '../simulator/persons.ts'
import type { DriverRow } from './drivers.ts'

const dataDir = tempFolder()
let desk: Awaited<ReturnType<typeof startDesk>>

beforeAll(async () => {
  // No print server: what a counter PC without one looks like.
  const env = { CUPS_SERVER: `${dataDir}/no-cups.sock` }
  desk = await startDesk({ dataDir, env, answer: async () => ({ key: 'K' }) })
})
beforeEach(() => desk.simulate({}))
afterAll(async () => {
  await desk.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

const rows = async () => new Map(((await desk.ask('drivers.list')) as DriverRow[]).map((row) => [row.id, row]))

test('the driver list tells real drivers without their file from simulated ones', async () => {
  const list = await rows()
  expect(list.get('sscard-std')).toMatchObject({ state: 'missing', simulated: false, kind: 'socialCard' })
  expect(list.get('sim-social-card')).toMatchObject({
    ...{ state: 'ready', simulated: true },
    functions: expect.arrayContaining([{ name: 'iVerifyPIN', class: 'pin' }]),
  })
})

test('a social card is read through the simulated reader', async () => {
  const answer = await desk.ask('card.read', { medium: 'socialCard' })
  expect(answer).toMatchObject({ medium: 'socialCard', driver: 'sim-social-card', simulated: true })
  expect(answer).toMatchObject({ card: { name: '张三', certNo: '320501199001011238' } })
  const { raw } = answer as { raw: string }
  expect(Buffer.from(raw, 'base64').toString('latin1')).toContain('|A00000017|320500D156000005000000000000AB12|')
})

test.each(persons)('the cards of $name are read by all media', async ({ name, certNo, cardNo, ecToken }) => {
  const simulate = { socialCard: cardNo, idCard: certNo, eVoucher: certNo }
  const read = (medium: string) => desk.ask('card.read', { medium, simulate })
  expect(await read('socialCard')).toMatchObject({ card: { name, certNo } })
  expect(await read('idCard')).toMatchObject({ idCard: { name, certNo } })
  expect(await read('eVoucher')).toMatchObject({ eVoucher: { userName: name, ecToken } })
  expect(await read('socialECard')).toMatchObject({ eVoucher: { userName: name, cardNo } })
})

test('demo persons have valid check digits and cards of their own', () => {
  const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
  // A foreigner's permanent residence: the country, the area and six digits.
  const residents = persons.filter(({ certNo }) => /^[A-Z]{3}\d{12}$/.test(certNo))
  expect(residents).toHaveLength(3)
  for (const { certNo, birthday } of persons.filter((one) => !residents.includes(one))) {
    const sum = weights.reduce((total, weight, index) => total + weight * Number(certNo[index]), 0)
    expect(certNo[17]).toBe('10X98765432'[sum % 11])
    expect(certNo.slice(6, 14)).toBe(birthday)
  }
  expect(new Set(persons.flatMap(({ certNo, cardNo, ecToken }) => [certNo, cardNo, ecToken])).size).toBe(
    3 * persons.length,
  )
})

test.each([
  [{ socialCard: 'none' }, 'CARD_NONE'],
  [{ reader: 'absent' }, 'READER_ABSENT'],
  [{ card: 'mute' }, 'CARD_MUTE'],
  [{ card: 'removed' }, 'CARD_REMOVED'],
  [{ card: 'auth' }, 'CARD_AUTH'],
  [{ fault: 'garbled' }, 'DRIVER_GARBLED'],
  [{ fault: 'empty' }, 'DRIVER_EMPTY'],
  [{ fault: 'crash' }, 'DRIVER_CRASHED'],
])('the switch %j answers %s, by file and by call', async (switches, code) => {
  desk.simulate(switches)
  await expect(desk.ask('card.read', { medium: 'socialCard' })).rejects.toMatchObject({ code })
  desk.simulate({})
  if (code !== 'DRIVER_CRASHED')
    await expect(desk.ask('card.read', { medium: 'socialCard', simulate: switches })).rejects.toMatchObject({ code })
  expect(await desk.ask('card.read', { medium: 'socialCard' })).toMatchObject({ card: { name: '张三' } })
})

test('a reader without security module gets its key from the gateway', async () => {
  desk.simulate({ card: 'noPsam' })
  expect(await desk.ask('card.read', { medium: 'socialCard' })).toMatchObject({ card: { name: '张三' } })
})

test('a hung reader is ended at its deadline and the desk stays', async () => {
  desk.simulate({ fault: 'hang' })
  const started = performance.now()
  const read = desk.peer.request('card.read', { medium: 'idCard' }, { deadlineMs: 600, graceMs: 20_000 })
  await expect(read).rejects.toMatchObject({ code: 'DRIVER_TIMEOUT' })
  expect(performance.now() - started, 'not after the grace').toBeLessThan(10_000)
  desk.simulate({})
  expect(await desk.ask('card.read', { medium: 'idCard' })).toMatchObject({ idCard: { name: '张三' } })
})

test('an expired code, no code', async () => {
  desk.simulate({ eVoucher: 'expired' })
  await expect(desk.ask('card.read', { medium: 'eVoucher' })).rejects.toMatchObject({ code: 'QR_EXPIRED' })
  desk.simulate({ eVoucher: 'none' })
  await expect(desk.ask('card.read', { medium: 'eVoucher' })).rejects.toMatchObject({ code: 'CARD_NONE' })
})

test('PIN: right, wrong with the tries left, locked for good, cancelled, timed out, changed', async () => {
  const socialCard = persons[5]!.cardNo
  const verify = (pin: object) => desk.ask('card.pin.verify', { simulate: { socialCard, pin } })
  await verify({})
  await expect(verify({ pad: 'timeout' })).rejects.toMatchObject({ code: 'PIN_TIMEOUT' })
  await expect(verify({ pad: 'cancelled' })).rejects.toMatchObject({ code: 'PIN_CANCELLED' })
  await desk.ask('card.pin.change', { simulate: { socialCard, pin: { entered: '123456', next: '654321' } } })
  for (const left of [5, 4, 3, 2, 1])
    await expect(verify({ entered: '000000' })).rejects.toMatchObject({ code: 'PIN_WRONG', detail: { left } })
  await verify({ entered: '654321' })
  for (let i = 0; i < 5; i++) await expect(verify({ entered: '0' })).rejects.toMatchObject({ code: 'PIN_WRONG' })
  await expect(verify({ entered: '0' })).rejects.toMatchObject({ code: 'PIN_LOCKED' })
  await expect(verify({ entered: '654321' })).rejects.toMatchObject({ code: 'PIN_LOCKED' })
})

test('a settlement library is called by name, and nothing else is reachable that way', async () => {
  const call = (driver: string, fn: string, args: object) =>
    desk.ask('dll.call', { driver, fn, args }, limits.deadlineMs)
  const inputData = '2310^0010^0001^Z1^T1^320500^a|b|^1^'
  expect(await call('sim-settlement', 'BUSINESS_HANDLE', { inputData })).toMatchObject({
    ...{ ret: 0, values: { outputData: { serial: 'T1-1', online: '1', output: 'a|b|' } } },
  })
  await expect(call('sim-settlement', 'toString', {})).rejects.toMatchObject({ code: 'ARGS_INVALID' })
  await expect(call('sim-printer', 'Spool', { path: '/etc/passwd' })).rejects.toMatchObject({ code: 'DRIVER_UNKNOWN' })
  await expect(call('../sscard-std', 'iReadCardBas', {})).rejects.toMatchObject({ code: 'DRIVER_UNKNOWN' })
  await expect(call('sscard-std', 'iReadCardBas', {})).rejects.toMatchObject({ code: 'DRIVER_MISSING_FILE' })
  const outdated = { driver: 'sim-settlement', fn: 'BUSINESS_HANDLE', args: { inputData }, class: 'read' }
  await expect(desk.ask('dll.call', outdated)).rejects.toMatchObject({ code: 'ARGS_INVALID' })
  await expect(desk.ask('format.disk')).rejects.toMatchObject({ code: 'ARGS_INVALID' })
})

test('repair says what is still wrong', async () => {
  expect(await desk.ask('drivers.repair', { driver: 'sscard-std' })).toMatchObject({
    ...{ state: 'missing', problem: expect.stringContaining('没有适用于本系统的文件') },
  })
  expect(await desk.ask('drivers.repair', { driver: 'sim-id-card' })).toMatchObject({ state: 'ready' })
  await expect(desk.ask('drivers.repair', { driver: 'nobody' })).rejects.toMatchObject({ code: 'DRIVER_UNKNOWN' })
})

test('state changes are told as events', async () => {
  const before = desk.events.length
  await desk.ask('drivers.repair', { driver: 'sim-e-voucher' })
  expect(desk.events.slice(before)).toContainEqual({
    ...{ event: 'driver.state', data: { driver: 'sim-e-voucher', state: 'ready' } },
  })
})

test('a crash is reported with shapes and without values', async () => {
  await expect(desk.ask('card.read', { medium: 'eVoucher', simulate: { fault: 'crash' } })).rejects.toThrow()
  const data = desk.events.findLast(({ event }) => event === 'driver.crash')?.data
  expect(data).toMatchObject({ driver: 'sim-e-voucher', fn: 'NationEcTrans', signal: 'SIGSEGV' })
  expect((data as { args: string[] }).args).toContainEqual('outData: buf 65536')
  expect(JSON.stringify(data)).not.toContain('ec.query')
})

test('a card that is put in or taken out of the simulated reader is told', async () => {
  const inserted = () => desk.events.filter(({ event }) => event.startsWith('card.'))
  desk.simulate({ socialCard: 'none' })
  const removed = { event: 'card.removed', data: { medium: 'socialCard', simulated: true } }
  await expect.poll(() => inserted().at(-1), { timeout: 3000 }).toEqual(removed)
  desk.simulate({ socialCard: 'A00000025' })
  await expect.poll(() => inserted().at(-1)?.event, { timeout: 3000 }).toBe('card.inserted')
})

test('a desk whose gateway ends while a driver is being started ends too, and its driver with it', async () => {
  const otherData = tempFolder()
  const other = await startDesk({ dataDir: otherData })
  const read = other.ask('card.read', { medium: 'socialCard' }).catch((fault: Error) => fault)
  const starting = ({ event, data }: (typeof other.events)[number]) =>
    event === 'driver.state' && (data as { state: string }).state === 'starting'
  await expect.poll(() => other.events.some(starting)).toBe(true)
  // Its process would otherwise have the reader, with nobody left to end it.
  await other.stop()
  expect(await read).toBeInstanceOf(Error)
  expect(alive(other.pid)).toBe(false)
})

test.skipIf(!canCompile)('a killed desk leaves no host behind, not even one that hangs in native code', async () => {
  const otherData = tempFolder()
  const root = join(otherData, 'agent', 'drivers')
  const drivers = nativeDrivers(root)
  drivers.add('c-hang', 'sscard', { extends: 'sscard-std', kind: 'socialCard' })
  const other = await startDesk({ dataDir: otherData })
  const read = (deadlineMs?: number) => other.ask('card.read', { medium: 'socialCard', driver: 'c-hang' }, deadlineMs)
  await read()
  const [pid = 0] = readFileSync(`/proc/${other.pid}/task/${other.pid}/children`, 'utf8').trim().split(' ').map(Number)
  expect(alive(pid)).toBe(true)
  drivers.behave('c-hang', 'hang')
  const hung = expect(read()).rejects.toThrow()
  await expect.poll(() => existsSync(join(root, 'c-hang', 'hanging'))).toBe(true)
  await other.kill()
  await hung
  await expect.poll(() => alive(pid), { timeout: 3000 }).toBe(false)
  drivers.remove(otherData)
})
