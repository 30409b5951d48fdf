import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { libraries } from '../../test/libraries.ts'
import { canCompile } from '../../test/native.ts'
import type { Driver } from './driver.ts'

// Real libraries behind koffi in real host processes: what the desk gets when a vendor's code misbehaves.

const { root, drivers, state, load, read, remove } = libraries()
const ids = ['c-sscard', 'c-ec', 'c-cvr']

if (canCompile) {
  drivers.add('c-sscard', 'sscard', { extends: 'sscard-std', kind: 'socialCard' })
  drivers.add('c-ec', 'nation-ec', { extends: 'nation-ec', kind: 'eVoucher' })
  drivers.add('c-cvr', 'cvr', { extends: 'idcard-cvr', kind: 'idCard' })
}

beforeEach(() => {
  state.evidence = []
  for (const id of canCompile ? ids : []) drivers.behave(id, 'good')
})
afterAll(remove)

const iRead = (driver: Driver, deadlineMs = 5000) => driver.call('iReadCardBas', {}, deadlineMs)

describe.skipIf(!canCompile)('the social card library', () => {
  const driver = canCompile ? load('c-sscard') : (undefined as never)

  test('a card is read, GBK and rarer names included, with its raw bytes', async () => {
    expect(await read(driver, 'socialCard')).toMatchObject({
      card: { issuingArea: '320500', name: '张三', cardNo: 'A00000017', deviceNo: 'JSE00000001' },
    })
    drivers.behave('c-sscard', 'rare')
    const { values, raw } = await iRead(driver)
    expect(values.pOutInfo).toMatchObject({ name: '王䶮𠮷' })
    const rareBytes = Buffer.from([0xfe, 0x9f, 0x95, 0x34, 0xb2, 0x35]) // 䶮𠮷 in GB18030
    expect(Buffer.from(raw.pOutInfo!, 'base64').includes(rareBytes)).toBe(true)
  })

  test.each([
    ['nocard', 'CARD_NONE', { code: -2, text: '无卡' }],
    ['mute', 'CARD_MUTE', {}],
    ['reader', 'READER_ABSENT', {}],
    ['unknown', 'CARD_UNKNOWN_ERROR', { code: -4136, text: '前置机返回未知错误' }],
    ['uninitialised', 'CARD_UNKNOWN_ERROR', { code: -858993460 }],
    ['hsm', 'CARD_AUTH', { code: -2201 }],
    ['nothing', 'DRIVER_EMPTY', undefined],
    ['spaces', 'DRIVER_EMPTY', undefined],
    ['nameless', 'DRIVER_EMPTY', { why: 'partly' }],
    ['errortext', 'READER_ABSENT', { code: '-11' }],
    ['short', 'DRIVER_GARBLED', undefined],
    ['garbled', 'DRIVER_GARBLED', undefined],
    ['shifted', 'DRIVER_GARBLED', undefined],
  ])('%s is answered by %s', async (word, code, detail) => {
    drivers.behave('c-sscard', word)
    await expect(iRead(driver)).rejects.toMatchObject({ code, ...(detail && { detail }) })
    drivers.behave('c-sscard', 'good')
    expect((await iRead(driver)).ret).toBe(0)
    expect(state.evidence).toEqual([]) // a refusing card is no failure of the driver
  })

  test.each([
    ['wrongpin', 'PIN_WRONG', { left: 4 }],
    ['wrongpinmute', 'PIN_WRONG', { code: -51 }],
    ['locked', 'PIN_LOCKED', {}],
    ['pintimeout', 'PIN_TIMEOUT', {}],
    ['pincancel', 'PIN_CANCELLED', {}],
  ])('PIN: %s is answered by %s', async (word, code, detail) => {
    drivers.behave('c-sscard', word)
    await expect(driver.call('iVerifyPIN', {}, 5000)).rejects.toMatchObject({ code, detail })
  })

  test('without a security module the card is read with the key the cloud gives, and refused without one', async () => {
    drivers.behave('c-sscard', 'hsm')
    const asked: unknown[] = []
    const answer = await read(driver, 'socialCard', async (what, args) => {
      asked.push(what, args)
      return { key: 'K1|K2|' }
    })
    expect(answer).toMatchObject({ card: { name: '张三' } })
    expect(asked).toMatchObject(['hsm.exchange', { area: '320500', algorithm: '03', terminalNo: '320500902398' }])
    await expect(read(driver, 'socialCard')).rejects.toMatchObject({ code: 'CARD_HSM', detail: { code: -2201 } })
    await expect(read(driver, 'socialCard', async () => ({ key: 'no' }))).rejects.toMatchObject({
      detail: { code: -25536 },
    })
  })

  test('arguments that do not fit never reach the library', async () => {
    const pid = driver.state().pid
    await expect(driver.call('iReadCardBas', { iType: 9 }, 5000)).rejects.toMatchObject({ code: 'ARGS_INVALID' })
    await expect(driver.call('iReadCardBas', { path: '/etc' }, 5000)).rejects.toMatchObject({ code: 'ARGS_INVALID' })
    await expect(driver.call('system', {}, 5000)).rejects.toMatchObject({ code: 'ARGS_INVALID' })
    await expect(driver.call('constructor', {}, 5000)).rejects.toMatchObject({ code: 'ARGS_INVALID' })
    expect(driver.state().pid).toBe(pid)
  })

  test('slow is waited for within the deadline', async () => {
    drivers.behave('c-sscard', 'slow')
    expect((await iRead(driver)).ret).toBe(0)
  })

  test.each([
    ['crash', 'DRIVER_CRASHED', 'SIGSEGV'],
    ['abort', 'DRIVER_CRASHED', 'SIGABRT'],
    ['quit', 'DRIVER_CRASHED', null],
    ['leak', 'DRIVER_CRASHED', 'SIGSEGV'],
    ['hang', 'DRIVER_TIMEOUT', 'SIGKILL'],
    ['overrun', 'DRIVER_OVERRUN', 'SIGKILL'],
  ])('%s costs one call: %s, and the next one has a fresh host', async (word, code, signal) => {
    state.clock += 10 * 60_000
    await iRead(driver)
    const before = driver.state().pid
    drivers.behave('c-sscard', word)
    const started = performance.now()
    await expect(iRead(driver, 500)).rejects.toMatchObject({ code, retryable: code !== 'DRIVER_OVERRUN' })
    expect(performance.now() - started, 'its own deadline, not the usual one').toBeLessThan(4_500)
    expect(state.evidence).toMatchObject([
      { fn: 'iReadCardBas', cause: code, signal, args: ['iType: i32', 'pOutInfo: buf 4096'] },
    ])
    drivers.behave('c-sscard', 'good')
    expect((await iRead(driver)).ret).toBe(0)
    expect(driver.state()).toMatchObject({ state: 'ready' })
    expect(driver.state().pid).not.toBe(before)
  })

  test('three crashes open the breaker for a minute; one probe closes it or opens it again', async () => {
    state.clock += 10 * 60_000
    drivers.behave('c-sscard', 'crash')
    for (let i = 0; i < 3; i++) await expect(iRead(driver)).rejects.toMatchObject({ code: 'DRIVER_CRASHED' })
    await expect(iRead(driver)).rejects.toMatchObject({ code: 'DRIVER_OPEN', detail: { seconds: 60 } })
    expect(driver.state()).toMatchObject({ state: 'open', problem: expect.stringContaining('SIGSEGV') })
    state.clock += 60_000
    await expect(iRead(driver)).rejects.toMatchObject({ code: 'DRIVER_CRASHED' })
    await expect(iRead(driver)).rejects.toMatchObject({ code: 'DRIVER_OPEN' })
    state.clock += 60_000
    drivers.behave('c-sscard', 'good')
    expect((await iRead(driver)).ret).toBe(0)
    expect(driver.state().state).toBe('ready')
    // Closed, not ajar: it takes three failures again.
    drivers.behave('c-sscard', 'crash')
    for (let i = 0; i < 2; i++) await expect(iRead(driver)).rejects.toMatchObject({ code: 'DRIVER_CRASHED' })
    drivers.behave('c-sscard', 'good')
    expect((await iRead(driver)).ret).toBe(0)
  })

  test('a clock that is set back meanwhile keeps no driver out for longer', async () => {
    const own = load('c-sscard', { now: undefined })
    drivers.behave('c-sscard', 'crash')
    for (let i = 0; i < 3; i++) await expect(iRead(own)).rejects.toMatchObject({ code: 'DRIVER_CRASHED' })
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 86_400_000 })
    const refused = await iRead(own).catch(({ code, detail }) => [code, detail.seconds <= 60])
    vi.useRealTimers()
    expect(refused).toEqual(['DRIVER_OPEN', true])
  })

  test('one call at a time, four may wait, the next is refused at once', async () => {
    drivers.behave('c-sscard', 'slow')
    const calls = [1, 2, 3, 4, 5, 6].map(() =>
      iRead(driver).then(
        () => 'read',
        ({ code }) => code,
      ),
    )
    expect(await calls[5]).toBe('DRIVER_BUSY')
    drivers.behave('c-sscard', 'good')
    expect(await Promise.all(calls)).toEqual(['read', 'read', 'read', 'read', 'read', 'DRIVER_BUSY'])
  })

  test('a caller whose time is up before its turn is told so and not served later', async () => {
    drivers.behave('c-sscard', 'slow')
    const first = iRead(driver)
    await expect(iRead(driver, 50)).rejects.toMatchObject({ code: 'DRIVER_BUSY', detail: { waitedMs: 50 } })
    expect((await first).ret).toBe(0)
  })

  test('a host is replaced after so many calls', async () => {
    const recycled = load('c-sscard', { recycleAfter: 2 })
    const pids: unknown[] = []
    for (let i = 0; i < 4; i++)
      await recycled.turn(5000, async (call) => pids.push((await call('iReadCardBas', {})) && recycled.state().pid))
    expect(new Set(pids).size).toBe(2)
  })

  /** Whether the process is another one after a call of that behaviour. */
  const replacedBy = async (of: Driver, word: string) => {
    const { pid } = of.state()
    drivers.behave('c-sscard', word)
    await iRead(of)
    drivers.behave('c-sscard', 'good')
    await iRead(of)
    return of.state().pid !== pid
  }

  test('a host whose library keeps what it takes is replaced between two calls, long before its limit', async () => {
    const leaking = load('c-sscard')
    // What it takes for its first turn it needs: that is no leak.
    expect(await replacedBy(leaking, 'drip')).toBe(true)
    expect(await replacedBy(leaking, 'good')).toBe(false)
    expect(await replacedBy(leaking, 'drip')).toBe(false)
    expect(await replacedBy(leaking, 'drip')).toBe(false)
    expect(await replacedBy(leaking, 'drip')).toBe(true)
    expect(state.evidence).toEqual([])
  })

  test('a host is replaced after eight hours, by the call that finds it so old', async () => {
    const old = load('c-sscard')
    await iRead(old)
    state.clock += 8 * 3600_000 - 1
    expect(await replacedBy(old, 'good')).toBe(false)
    state.clock += 1
    expect(await replacedBy(old, 'good')).toBe(true)
    expect(state.evidence).toEqual([])
  })
})

describe.skipIf(!canCompile)('the e-voucher library', () => {
  const driver = canCompile ? load('c-ec') : (undefined as never)
  test('a voucher is read, with its data as an object or as a text', async () => {
    const want = { eVoucher: { ecToken: '320000ec0000000000000000000000000000aa', userName: '张三' } }
    expect(await read(driver, 'eVoucher')).toMatchObject(want)
    drivers.behave('c-ec', 'astext')
    expect(await read(driver, 'eVoucher')).toMatchObject(want)
  })
  test.each([
    ['null', 'CARD_UNKNOWN_ERROR', { code: 'null' }],
    ['failed', 'CARD_UNKNOWN_ERROR', { code: '9999' }],
    ['expired', 'QR_EXPIRED', { code: '-1001' }],
    ['nothing', 'DRIVER_EMPTY', undefined],
    ['garbled', 'DRIVER_GARBLED', undefined],
    ['dataless', 'DRIVER_EMPTY', undefined],
    ['crash', 'DRIVER_CRASHED', { signal: 'SIGSEGV' }],
  ])('%s is answered by %s', async (word, code, detail) => {
    drivers.behave('c-ec', word)
    await expect(read(driver, 'eVoucher')).rejects.toMatchObject({ code, ...(detail && { detail }) })
    drivers.behave('c-ec', 'good')
    expect(await read(driver, 'eVoucher')).toMatchObject({ eVoucher: { insuOrg: '320500' } })
  })
})

describe.skipIf(!canCompile)('the identity card library', () => {
  const driver = canCompile ? load('c-cvr') : (undefined as never)
  const closed = () => readFileSync(join(root, 'c-cvr', 'closed'), 'utf8').length
  test('many calls make one read, and the port is closed whatever happened', async () => {
    expect(await read(driver, 'idCard')).toMatchObject({
      idCard: { name: '张三', certNo: '320501199001011238', validTo: '20380510', nation: '汉' },
    })
    expect(closed()).toBe(1)
    drivers.behave('c-cvr', 'nocard')
    await expect(read(driver, 'idCard')).rejects.toMatchObject({ code: 'CARD_NONE' })
    expect(closed()).toBe(2)
    drivers.behave('c-cvr', 'nameless')
    await expect(read(driver, 'idCard')).rejects.toMatchObject({ code: 'DRIVER_EMPTY' })
    drivers.behave('c-cvr', 'noport')
    await expect(read(driver, 'idCard')).rejects.toMatchObject({ code: 'READER_ABSENT' })
  })
  test('after a crash in the middle no new host is started just to close', async () => {
    drivers.behave('c-cvr', 'good')
    await read(driver, 'idCard')
    const before = closed()
    drivers.behave('c-cvr', 'crash')
    await expect(read(driver, 'idCard')).rejects.toMatchObject({ code: 'DRIVER_CRASHED' })
    expect(closed()).toBe(before)
    expect(driver.state().pid).toBeUndefined()
  })
})
