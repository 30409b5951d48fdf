import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { limits } from '@yibao/shared/agent/protocol.ts'
import type { Dll } from '../../agent/test/dll.ts'
import { shapeFunctions } from '../../agent/test/shape-functions.ts'
import { root } from '../../tools/root.ts'

// Vendors' interfaces as real DLLs of both widths (agent/test/native), and what the agent makes of each.

const x86 = 'win32-ia32'
const standard = JSON.parse(readFileSync(join(root, 'agent/drivers/sscard-std/driver.json'), 'utf8'))
const social = { extends: 'sscard-std', kind: 'socialCard' }
/** Longest that a hung reader keeps the others of this test waiting. ms. */
const hungMs = 5000
const impatient = { ...social, functions: { iReadCardBas: { ...standard.functions.iReadCardBas, timeoutMs: hungMs } } }
const shapes = { kind: 'settlement', functions: shapeFunctions }
const plain = (fn: string, params: object[] = []) => ({
  ...{ kind: 'settlement' },
  functions: { [fn]: { class: 'read', timeoutMs: 20_000, params, returns: { type: 'i32', ok: [0] } } },
})
const folder = { name: 'out', dir: 'out', type: 'buf', bytes: 4096 }

export const dlls: Record<string, Dll> = {
  'w-card': { source: 'sscard', target: x86, manifest: social },
  'w-gnu': { source: 'sscard', target: x86, names: 'gnu', manifest: social },
  'w-hang': { source: 'sscard', target: x86, manifest: impatient },
  'w-ec': { source: 'nation-ec', target: x86, manifest: { extends: 'nation-ec', kind: 'eVoucher' } },
  'w-cvr': { source: 'cvr', target: x86, manifest: { extends: 'idcard-cvr', kind: 'idCard' } },
  'w-sdt': { source: 'sdtapi', target: x86, manifest: { extends: 'idcard-sdt', kind: 'idCard' } },
  'w-hea': { source: 'heasec', target: x86, manifest: { extends: 'heasec', kind: 'socialCard' } },
  'w-hn': { source: 'sscard-hn', target: x86, manifest: { extends: 'sscard-hn', kind: 'socialCard' } },
  'w-si': { source: 'settlement', target: x86, manifest: { extends: 'si-neusoft', kind: 'settlement' } },
  'w-js': { source: 'settlement', target: x86, manifest: { extends: 'si-jiangsu', kind: 'settlement' } },
  'w-beside': {
    ...{ source: 'settlement', target: x86, names: 'cdecl' },
    manifest: { ...plain('beside', [folder]), convention: 'cdecl', hostBesideDll: true },
  },
  'w-shapes': { source: 'shapes', target: x86, manifest: shapes },
  'w-shapes64': { source: 'shapes', target: 'win32-x64', names: 'cdecl', manifest: { ...shapes, convention: 'cdecl' } },
  'w-lie': { source: 'sscard', target: 'win32-x64', claims: x86, manifest: social },
  'w-needs': { source: 'needs', target: x86, needs: 'needed', manifest: plain('through') },
  'w-lost': { source: 'needs', target: x86, needs: 'needed', manifest: plain('through') },
  'w-com': { source: 'com', target: x86, manifest: { ...plain('create'), threading: 'sta' } },
  'w-sulky': { source: 'sulky', target: x86, manifest: plain('work') },
}

/** As a technician writes them beside the drivers. */
export const settings = {
  'w-ec': { url: 'http://127.0.0.1/x', orgId: 'P32050100001' },
  'w-hn': { url: 'http://127.0.0.1/card', area: '430100' },
}

/** One thing a page asks for, after the library was told how to behave, and what comes: a part of the answer, or a refusal. */
export interface Row {
  name: string
  driver: string
  behave?: string
  medium?: string
  fn?: string
  args?: Record<string, unknown>
  answer?: object
  refused?: readonly [code: string, words: RegExp]
}

const person = { name: '张三', certNo: '320501199001011238' }
const device = { size: 48, kind: -3, serial: '9007199254740993', name: '读卡器', volts: 3.25, port: 8 }
const told = [50, 100].map((percent) => ({ percent, text: '正在读卡' }))

const card = (name: string, behave: string, refused?: Row['refused'], driver = 'w-card'): Row => ({
  ...{ name, driver, behave, medium: 'socialCard' },
  ...(refused ? { refused } : { answer: { driver, card: person } }),
})
const shapeRows = (driver: string): Row[] => {
  const asked = (what: string, fn: string, args: object): Row => ({
    ...{ name: `${what}, ${driver}`, driver, fn },
    args: { ...args },
  })
  return [
    { ...asked('struct', 'describe', { device: { name: '张三', volts: 1.5 } }), answer: { values: { device } } },
    { ...asked('callback', 'work', { steps: 2 }), answer: { ret: 2, values: { told } } },
    { ...asked('handle', 'open_reader', { port: 3 }), answer: { ret: 'h1' } },
    {
      ...asked('no handle', 'open_reader', { port: 3 }),
      ...{ behave: 'nodevice', refused: ['CARD_UNKNOWN_ERROR', /读卡未成功/] },
    },
    { ...asked('returned text', 'give_text', { which: 1 }), answer: { values: { return: { code: 0, name: '张三' } } } },
    { ...asked('wide', 'wide', { in: '张A' }), answer: { values: { out: '张A!' } } },
    { ...asked('floats and 64 bits', 'big', { f: 0.5, n: 41 }), answer: { ret: 42 } },
  ]
}

export const rows: readonly Row[] = [
  card('read', 'good'),
  { ...card('rare', 'rare'), answer: { card: { name: '王䶮𠮷' } } },
  card('no card', 'nocard', ['CARD_NONE', /没有检测到卡/]),
  card('rc 0, error text', 'errortext', ['READER_ABSENT', /没有找到读卡器/]),
  card('rc 0, nothing', 'nothing', ['DRIVER_EMPTY', /没有返回内容/]),
  card('garbage as rc', 'uninitialised', ['CARD_UNKNOWN_ERROR', /-858993460/]),
  card('crash', 'crash', ['DRIVER_CRASHED', /异常退出/]),
  card('read after it', 'good'),
  card('overrun', 'overrun', ['DRIVER_OVERRUN', /超出约定长度/]),
  card('read again', 'good'),
  card('decorated', 'good', undefined, 'w-gnu'),
  card('hang', 'hang', ['DRIVER_TIMEOUT', /没有按时应答/], 'w-hang'),
  card('read once more', 'good', undefined, 'w-hang'),
  card('dialog', 'dialog', ['DRIVER_TIMEOUT', /没有按时应答/], 'w-hang'),
  {
    ...{ name: 'voucher', driver: 'w-ec', medium: 'eVoucher' },
    answer: { eVoucher: { userName: '张三', insuOrg: '320500' } },
  },
  {
    ...{ name: 'termb', driver: 'w-cvr', medium: 'idCard' },
    answer: { idCard: { ...person, validTo: '20380510' } },
  },
  {
    ...{ name: 'sdtapi', driver: 'w-sdt', medium: 'idCard' },
    answer: { idCard: { name: '张䶮', certNo: person.certNo } },
  },
  {
    ...{ name: 'heasec', driver: 'w-hea', medium: 'socialCard' },
    answer: { card: person, business: 'TOKEN+/=0123456789' },
  },
  {
    ...{ name: 'sscard with lengths', driver: 'w-hn', medium: 'socialCard' },
    answer: { card: { name: '李四' }, sign: '430100J0001' },
  },
  {
    ...{ name: 'photo', driver: 'w-hn', medium: 'idCard' },
    answer: { idCard: { name: '李四', photo: 'Q'.repeat(20_000) } },
  },
  {
    ...{
      name: 'settle',
      driver: 'w-si',
      fn: 'BUSINESS_HANDLE',
      args: { inputData: '2310 张三' },
      deadlineMs: limits.deadlineMs,
    },
    answer: { ret: 1, values: { outputData: { serial: 'S1', online: '1' } } },
  },
  {
    ...{
      name: 'settle and crash',
      driver: 'w-si',
      fn: 'BUSINESS_HANDLE',
      args: { inputData: '2310 张三' },
      deadlineMs: limits.deadlineMs,
    },
    ...{ behave: 'crash', refused: ['OUTCOME_UNKNOWN', /结果未知/] },
  },
  {
    ...{
      name: 'settle in JSON',
      driver: 'w-js',
      fn: 'Si_Busi',
      args: { inputData: '{"infno":"2102"}' },
      deadlineMs: limits.deadlineMs,
    },
    answer: { ret: 0, values: { outputData: { name: '张三', asked: { infno: '2102' } } } },
  },
  {
    ...{ name: 'beside', driver: 'w-beside', fn: 'beside' },
    answer: { values: { out: 'C:\\ProgramData\\YibaoAgent\\agent\\drivers\\w-beside' } },
  },
  ...shapeRows('w-shapes'),
  ...shapeRows('w-shapes64'),
  card('other width', 'good', ['DRIVER_BITS', /文件是 64 位的，驱动说明要求 32 位/], 'w-lie'),
  { name: 'with its dependency', driver: 'w-needs', fn: 'through', answer: { ret: 0 } },
  {
    ...{ name: 'without its dependency', driver: 'w-lost', fn: 'through' },
    refused: ['DRIVER_MISSING_FILE', /缺少文件 needed\.dll（needs\.dll 要用）/],
  },
  { name: 'COM', driver: 'w-com', fn: 'create', answer: { ret: 0 } },
  {
    ...{ name: 'refuses to start', driver: 'w-sulky', fn: 'work' },
    refused: ['DRIVER_MISSING_FILE', /初始化没有成功/],
  },
]
