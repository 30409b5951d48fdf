import { expect, test } from 'vitest'
import { isWaiting } from '../../agent/queue.ts'
import { type PrinterFacts, printerLight } from './printer-light.ts'

const now = 1_000_000
const facts: PrinterFacts = {
  ...{ state: 'connected', printers: [], settings: undefined, jobs: [], layout: undefined, now },
}
const light = (more: Partial<PrinterFacts>) => printerLight({ ...facts, ...more })
const printers = (...all: PrinterFacts['printers']) => light({ printers: all })
const ready = { name: '小票机', state: 'ready' }
const job = (id: string, createdAt = now) => ({ id, state: 'queued', createdAt })

test('the printer follows the agent', () => {
  expect(light({ state: 'absent' })).toMatchObject({ word: '浏览器打印', action: { text: '设置打印机' } })
  expect(light({}).word).toBe('没有打印机')
  for (const state of ['ready', 'busy']) expect(printers({ name: 'p', state }).word).toBe('就绪')
  expect(printers({ name: 'p', state: 'offline' }).word).toBe('不可用')
  for (const [problem, word, button] of [
    ['PRINTER_PAPER', '缺纸', '已处理，续打'],
    ['PRINTER_COVER', '开盖', '已处理，续打'],
    ['PRINTER_OFFLINE', '离线', '换打印机'],
    ['PRINTER_PAUSED', '已暂停', '重新查看'],
  ] as const)
    expect(printers({ name: 'p', state: 'stopped', problem })).toMatchObject({ word, action: { text: button } })
  // A printer that cannot tell is not called ready.
  expect(printers({ name: 'p', state: 'unknown' })).toMatchObject({ word: '状态未知', tone: 'off' })
})

test('the light is of the printer that slips go to, whatever else Windows has ready (ux 4)', () => {
  const pdf = { name: 'Microsoft Print to PDF', state: 'ready' }
  const roll = { name: '小票机', state: 'stopped', problem: 'PRINTER_PAPER' }
  const word = (...all: PrinterFacts['printers']) => printers(...all).word
  expect(word(pdf, { ...roll, documentTypes: ['slip'] })).toBe('缺纸')
  expect(word({ ...pdf, documentTypes: ['slipForm'] }, { ...roll, documentTypes: ['slip'] })).toBe('缺纸')
  const mute = { name: '吧台', state: 'unknown', documentTypes: ['slip'] }
  expect(word(mute, { ...roll, documentTypes: ['slipForm'] })).toBe('缺纸')
  expect(word({ ...pdf, documentTypes: ['slipForm'] }, mute)).toBe('状态未知')
  expect(word(pdf, { ...roll, isDefault: true })).toBe('缺纸')
  expect(word({ ...pdf, simulated: true }, roll)).toBe('缺纸')
  // What reports go to is no slip's.
  expect(word(pdf, { ...roll, documentTypes: ['report'] })).toBe('就绪')
})

test('of several printers for slips it is the one for the paper of this store', () => {
  const roll = { ...ready, documentTypes: ['slip'] }
  const sheet = { name: 'A5 打印机', state: 'stopped', problem: 'PRINTER_OFFLINE', documentTypes: ['slipSheet'] }
  expect(light({ printers: [roll, sheet], layout: '80' }).word).toBe('就绪')
  for (const layout of ['A5', '241']) expect(light({ printers: [roll, sheet], layout }).word).toBe('离线')
})

test('a printer that has another paper is not green', () => {
  const roll = { ...ready, documentTypes: ['slip'] }
  const set = (paper: 'roll58' | 'roll80' | 'default') => ({
    byDocumentType: { slip: { printer: '小票机', paper, mode: 'page' as const } },
  })
  // Nobody chose one for A5: the roll printer would get it.
  expect(light({ printers: [roll], layout: 'A5', settings: set('roll80') })).toMatchObject({
    word: '纸张不符',
    tone: 'warn',
    action: { name: 'tools' },
  })
  const narrow = light({ printers: [roll], layout: '80', settings: set('roll58') })
  expect([narrow.word, narrow.meaning]).toEqual([
    '纸张不符',
    '本店的结算单用 80 毫米纸，小票机 设的是 58 毫米。请在打印设置中为「结算小票」选择打印机和纸张。',
  ])
  // An A5 stands upright: on half a page of continuous paper it would run over the fold.
  const folded = { slipSheet: { printer: '针打', paper: 'continuous241' as const, mode: 'page' as const } }
  const needles = { printers: [{ ...ready, name: '针打' }], settings: { byDocumentType: folded } }
  expect(['A5', '241'].map((layout) => light({ ...needles, layout }).word)).toEqual(['纸张不符', '就绪'])
  for (const paper of ['roll80', 'default'] as const)
    expect(light({ printers: [roll], layout: '80', settings: set(paper) }).word).toBe('就绪')
  expect(light({ printers: [ready], layout: 'A4' }).word).toBe('就绪')
})

test('the printer that was chosen and is not there is missed, not replaced', () => {
  const settings = { byDocumentType: { slip: { printer: '旧小票机', paper: 'roll80', mode: 'page' } } } as const
  expect(light({ printers: [ready], layout: '80', settings })).toMatchObject({ word: '未找到', tone: 'warn' })
})

test('what waits is counted, and is a backlog when the first of several has waited for a minute', () => {
  const all = { printers: [ready] }
  expect(light({ ...all, jobs: [job('1')] })).toMatchObject({
    word: '打印中 1',
    tone: 'good',
    action: { name: 'queue' },
  })
  expect(light({ ...all, jobs: [job('1', now - 60_000), job('2')] }).word).toBe('打印中 2')
  const three = [job('1', now - 60_000), job('2'), job('3')]
  expect(light({ ...all, jobs: three })).toMatchObject({
    word: '积压 3 张',
    tone: 'warn',
    action: { text: '查看队列' },
  })
  expect(light({ ...all, jobs: three, now: now - 1 }).word).toBe('打印中 3')
  // Why they wait says more.
  const out = { name: '小票机', state: 'stopped', problem: 'PRINTER_PAPER' }
  const waits = light({ printers: [out], jobs: three })
  expect([waits.word, waits.meaning]).toEqual(['缺纸', '小票机：装纸后自动续打。有 3 张在等。结算不受影响。'])
})

test('a slip that nobody can say printed or not stands at the light until somebody has, and does not count as waiting', () => {
  const unsure = { ...job('1'), state: 'unsure' }
  const one = light({ printers: [ready], jobs: [unsure, job('2')] })
  expect(one).toMatchObject({ word: '待确认 1 张', tone: 'warn', action: { name: 'queue', text: '查看队列' } })
  const out = { name: '小票机', state: 'stopped', problem: 'PRINTER_PAPER' }
  expect(light({ printers: [out], jobs: [unsure, job('2')] }).meaning).toContain('有 1 张在等')
  expect([unsure, job('2'), { ...job('3'), state: 'done' }].map(isWaiting)).toEqual([true, true, false])
})
