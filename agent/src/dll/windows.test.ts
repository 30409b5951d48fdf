import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { installTools } from '../../../installer/tools.ts'
import { missingForWindows, which } from '../../../tools/machine.ts'
import { tempFolder } from '../../test/native.ts'
import { shapeFunctions } from '../../test/shape-functions.ts'
import { type Dll, windowsAgent } from '../../test/windows.ts'
import type { Places } from '../../test/windows-places.ts'
import type { Step, Told } from '../../test/windows-program.ts'
import type { Sessions } from '../../test/windows-sessions.ts'

// Vendors' interfaces as real DLLs of both widths, called by a 64-bit desk through hosts of their own width.

const ready = missingForWindows().length === 0 && which('x86_64-w64-mingw32-gcc') !== undefined

const x86 = 'win32-ia32'
const social = { extends: 'sscard-std', kind: 'socialCard' }
const shapes = { kind: 'settlement', functions: shapeFunctions }
const beside = {
  ...{ kind: 'settlement', convention: 'cdecl', hostBesideDll: true },
  functions: {
    beside: {
      ...{ class: 'read', timeoutMs: 20_000, returns: { type: 'i32', ok: [0] } },
      params: [{ name: 'out', dir: 'out', type: 'buf', bytes: 4096 }],
    },
  },
}
const plain = (fn: string) => ({
  ...{ kind: 'settlement' },
  functions: { [fn]: { class: 'read', timeoutMs: 20_000, params: [], returns: { type: 'i32', ok: [0] } } },
})

const dlls: Record<string, Dll> = {
  'w-card': { source: 'sscard', target: x86, manifest: social },
  'w-gnu': { source: 'sscard', target: x86, names: 'gnu', manifest: social },
  'w-ec': { source: 'nation-ec', target: x86, manifest: { extends: 'nation-ec', kind: 'eVoucher' } },
  'w-cvr': { source: 'cvr', target: x86, manifest: { extends: 'idcard-cvr', kind: 'idCard' } },
  'w-sdt': { source: 'sdtapi', target: x86, manifest: { extends: 'idcard-sdt', kind: 'idCard' } },
  'w-hea': { source: 'heasec', target: x86, manifest: { extends: 'heasec', kind: 'socialCard' } },
  'w-hn': { source: 'sscard-hn', target: x86, manifest: { extends: 'sscard-hn', kind: 'socialCard' } },
  'w-si': { source: 'settlement', target: x86, manifest: { extends: 'si-neusoft', kind: 'settlement' } },
  'w-beside': { source: 'settlement', target: x86, names: 'cdecl', manifest: beside },
  'w-shapes': { source: 'shapes', target: x86, manifest: shapes },
  'w-shapes64': { source: 'shapes', target: 'win32-x64', names: 'cdecl', manifest: { ...shapes, convention: 'cdecl' } },
  'w-lie': { source: 'sscard', target: 'win32-x64', claims: x86, manifest: social },
  'w-needs': { source: 'needs', target: x86, needs: 'needed', manifest: plain('through') },
  'w-lost': { source: 'needs', target: x86, needs: 'needed', manifest: plain('through') },
  'w-sulky': { source: 'sulky', target: x86, manifest: plain('work') },
}

const step = (name: string, driver: string, what: Omit<Step, 'name' | 'driver'>): Step => ({ name, driver, ...what })
const card = (name: string, behave?: string) => step(name, 'w-card', { task: 'read.socialCard', behave })
/** Three faults of one driver would open its breaker: the hung ones are another one's. */
const gnu = (name: string, behave?: string, deadlineMs?: number) =>
  step(name, 'w-gnu', { task: 'read.socialCard', behave, deadlineMs })
const shapeSteps = (id: string, width: string) => [
  step(`struct ${width}`, id, { fn: 'describe', args: { device: { name: '张三', volts: 1.5 } } }),
  step(`callback ${width}`, id, { fn: 'work', args: { steps: 2 } }),
  step(`handle ${width}`, id, { fn: 'open_reader', args: { port: 3 } }),
  step(`no handle ${width}`, id, { fn: 'open_reader', args: { port: 3 }, behave: 'nodevice' }),
  step(`returned text ${width}`, id, { fn: 'give_text', args: { which: 1 } }),
  step(`wide ${width}`, id, { fn: 'wide', args: { in: '张A' } }),
  step(`floats and 64 bits ${width}`, id, { fn: 'big', args: { f: 0.5, n: 41 } }),
]

const steps: Step[] = [
  ...[card('read'), card('rare', 'rare'), card('no card', 'nocard'), card('rc 0, error text', 'errortext')],
  ...[card('rc 0, nothing', 'nothing'), card('garbage as rc', 'uninitialised'), card('crash', 'crash')],
  ...[card('read after it'), card('overrun', 'overrun'), card('read again')],
  ...[gnu('decorated'), gnu('hang', 'hang', 1500), gnu('read once more'), gnu('dialog', 'dialog', 1500)],
  step('voucher', 'w-ec', { task: 'read.eVoucher' }),
  step('termb', 'w-cvr', { task: 'read.idCard' }),
  step('sdtapi', 'w-sdt', { task: 'read.idCard' }),
  step('heasec', 'w-hea', { task: 'read.socialCard' }),
  step('sscard with lengths', 'w-hn', { task: 'read.socialCard' }),
  step('photo', 'w-hn', { task: 'read.idCard' }),
  step('settle', 'w-si', { fn: 'BUSINESS_HANDLE', args: { inputData: '2310 张三' } }),
  step('settle and crash', 'w-si', { fn: 'BUSINESS_HANDLE', args: { inputData: '2310 张三' }, behave: 'crash' }),
  step('beside', 'w-beside', { fn: 'beside' }),
  ...shapeSteps('w-shapes', 'x86'),
  ...shapeSteps('w-shapes64', 'x64'),
  step('other width', 'w-lie', { task: 'read.socialCard' }),
  step('with its dependency', 'w-needs', { fn: 'through' }),
  step('without its dependency', 'w-lost', { fn: 'through' }),
  step('refuses to start', 'w-sulky', { fn: 'work' }),
]

const settings = {
  'w-ec': { url: 'http://127.0.0.1/x', orgId: 'P32050100001' },
  'w-cvr': { port: '1001' },
  'w-sdt': { port: '1001' },
  'w-hea': { ip: '127.0.0.1', port: '8080', timeout: '60', sfzDriver: '0' },
  'w-hn': { url: 'http://127.0.0.1/card', area: '430100', qrWait: '30' },
}

const device = { size: 48, kind: -3, serial: '9007199254740993', name: '读卡器', volts: 3.25, port: 8 }
const told2 = [
  { percent: 50, text: '正在读卡' },
  { percent: 100, text: '正在读卡' },
]
const shapeAnswers = (width: string): [string, object][] => [
  [`struct ${width}`, { values: { device } }],
  [`callback ${width}`, { ret: 2, values: { told: told2 } }],
  [`handle ${width}`, { ret: 'h1' }],
  [`returned text ${width}`, { values: { return: { code: 0, name: '张三' } } }],
  [`wide ${width}`, { values: { out: '张A!' } }],
  [`floats and 64 bits ${width}`, { ret: 42 }],
]
const person = { name: '张三', certNo: '320501199001011238' }
const answers: [string, object][] = [
  ['read', { card: person }],
  ['rare', { card: { name: '王䶮𠮷' } }],
  ['read after it', { card: person }],
  ['read again', { card: person }],
  ['read once more', { card: person }],
  ['decorated', { card: person }],
  ['voucher', { eVoucher: { userName: '张三', insuOrg: '320500' } }],
  ['termb', { idCard: { ...person, validTo: '20380510' } }],
  ['sdtapi', { idCard: { name: '张䶮', certNo: person.certNo } }],
  ['heasec', { card: person, business: 'TOKEN+/=0123456789' }],
  ['sscard with lengths', { card: { name: '李四' }, sign: '430100J0001' }],
  ['photo', { idCard: { name: '李四', photo: 'Q'.repeat(20_000) } }],
  ['settle', { ret: 1, values: { outputData: { serial: 'S1', online: '1' } } }],
  ['with its dependency', { ret: 0 }],
  ...shapeAnswers('x86'),
  ...shapeAnswers('x64'),
]
const text = (words: string) => ({ text: expect.stringContaining(words) })
const refusals: [string, string, object][] = [
  ['no card', 'CARD_NONE', { code: -2 }],
  ['rc 0, error text', 'READER_ABSENT', {}],
  ['rc 0, nothing', 'DRIVER_EMPTY', {}],
  ['garbage as rc', 'CARD_UNKNOWN_ERROR', { code: -858993460 }],
  // 0xC0000005, as a support call asks for it.
  ['crash', 'DRIVER_CRASHED', { code: 3221225477 }],
  ['overrun', 'DRIVER_OVERRUN', {}],
  ['hang', 'DRIVER_TIMEOUT', {}],
  ['dialog', 'DRIVER_TIMEOUT', {}],
  ['settle and crash', 'OUTCOME_UNKNOWN', { cause: 'DRIVER_CRASHED' }],
  ['no handle x86', 'CARD_UNKNOWN_ERROR', {}],
  ['no handle x64', 'CARD_UNKNOWN_ERROR', {}],
  ['other width', 'DRIVER_BITS', text('文件是 64 位的，驱动说明要求 32 位')],
  ['without its dependency', 'DRIVER_MISSING_FILE', text('缺少文件 needed.dll（needs.dll 要用）')],
  ['refuses to start', 'DRIVER_MISSING_FILE', text('初始化没有成功')],
]

describe.skipIf(!ready)('DLLs on Windows', () => {
  let told = new Map<string, Told>()
  let sessions: Sessions
  let places: Places
  let agent: Awaited<ReturnType<typeof windowsAgent>> | undefined
  const folder = ready ? tempFolder() : ''
  beforeAll(async () => {
    if (!installTools(() => {})) throw new Error('Node for Windows could not be installed')
    agent = await windowsAgent(folder)
    for (const [id, dll] of Object.entries(dlls)) agent.add(id, dll)
    rmSync(join(agent.drivers, 'w-lost', 'needed.dll'))
    const ran = await agent.run(steps, settings)
    told = ran.told
    sessions = ran.sessions
    places = ran.places
  }, 300_000)
  afterAll(async () => {
    await agent?.windows.remove()
    rmSync(folder, { recursive: true, force: true })
  }, 60_000)

  test.each(answers)('%s', (name, answer) => {
    expect(told.get(name)?.error).toBeUndefined()
    expect(told.get(name)?.answer).toMatchObject(answer)
  })
  test.each(refusals)('%s is answered by %s', (name, code, detail) => {
    expect(told.get(name)?.error).toMatchObject({ code, detail })
  })
  test('a crash, a hang and an overrun are kept as evidence without values', () => {
    const args = ['iType: i32', 'pOutInfo: buf 4096']
    for (const name of ['crash', 'overrun', 'hang', 'dialog'])
      expect(told.get(name)?.evidence).toMatchObject([{ fn: 'iReadCardBas', args }])
  })
  test('32-bit libraries run in 32-bit hosts, and one beside the library where it asks for it', () => {
    expect(told.get('struct x86')?.state.bits).toBe(32)
    expect(told.get('struct x64')?.state.bits).toBe(64)
    expect(JSON.stringify(told.get('beside')?.answer).replaceAll('\\', '/')).toMatch(/\/drivers\/+w-beside"/)
  })
  test('a program that stands in a folder is ended by whatever name that folder was reached', () => {
    expect(places).toEqual({ beside: 0, inside: 1 })
  })
  test('the logon session of a program is known; that of the other end of a connection where its owner is told', () => {
    expect(sessions).toMatchObject({ own: expect.any(Number) })
    expect(sessions).not.toHaveProperty('nobody')
    // Wine lists the connection and names no owner.
    expect([undefined, sessions.own]).toContain(sessions.peer)
  })
})
