import { expect, test } from 'vitest'
import { stateTexts } from '../agent/texts.ts'
import { agentLight, centreLight, printerLight, readerLight } from './light-states.ts'

const agent = {
  state: 'connected' as const,
  since: 0,
  error: '',
  drivers: [{ name: 'd', state: 'ready' }],
  printers: [],
  reader: '',
}

test('every state of the agent has words, and one action unless it ends by itself', () => {
  for (const [state, { word, meaning, action }] of Object.entries(stateTexts)) {
    expect(word && meaning, state).toBeTruthy()
    expect(meaning, state).not.toMatch(/您|!|失败/)
    // Whoever has no store needs no agent, and whoever only looks has none: nothing is to be done.
    if (!['searching', 'busy', 'noStore', 'viewing'].includes(state)) expect(action, state).toBeDefined()
  }
})

test('the last error shows until the agent is back', () => {
  expect(agentLight({ ...agent, state: 'stopped', error: '中断' }).error).toBe('中断')
  expect(agentLight({ ...agent, error: '中断' }).error).toBeUndefined()
})

test('reader and printer follow the agent', () => {
  expect(readerLight(agent).word).toBe('就绪')
  expect(readerLight({ ...agent, drivers: [] }).word).toBe('驱动未安装')
  expect(readerLight({ ...agent, reader: 'absent' }).word).toBe('未找到')
  expect(readerLight({ ...agent, state: 'absent' }).word).toBe('等待助手')
  expect(printerLight({ ...agent, state: 'absent' }).word).toBe('浏览器打印')
  for (const state of ['ready', 'busy'])
    expect(printerLight({ ...agent, printers: [{ name: 'p', state }] }).tone).toBe('good')
  expect(printerLight({ ...agent, printers: [{ name: 'p', state: 'offline' }] }).word).toBe('不可用')
  for (const [problem, word] of [
    ['PRINTER_PAPER', '缺纸'],
    ['PRINTER_COVER', '开盖'],
    ['PRINTER_OFFLINE', '离线'],
    ['PRINTER_PAUSED', '已暂停'],
  ] as const)
    expect(printerLight({ ...agent, printers: [{ name: 'p', state: 'stopped', problem }] }).word).toBe(word)
  // A printer that cannot tell is not called ready.
  expect(printerLight({ ...agent, printers: [{ name: 'p', state: 'unknown' }] })).toMatchObject({
    word: '状态未知',
    tone: 'off',
  })
})

test('the light is of the printer that slips go to, whatever else Windows has ready (ux 4)', () => {
  const pdf = { name: 'Microsoft Print to PDF', state: 'ready' }
  const roll = { name: '小票机', state: 'stopped', problem: 'PRINTER_PAPER' }
  const word = (...printers: Parameters<typeof printerLight>[0]['printers']) =>
    printerLight({ ...agent, printers }).word
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

test('the centre: cloud first, then centre, then sign-in', () => {
  const link = { server: 'ok' as const, centre: 'ok' as const, since: 0 }
  expect(centreLight({ ...link, server: 'down' }, false).word).toBe('云服务断开')
  expect(centreLight({ ...link, centre: 'down' }, false).word).toBe('中断')
  expect(centreLight(link, false)).toMatchObject({ word: '未签到', action: { name: 'signIn' } })
  expect(centreLight(link, undefined).tone).toBe('good')
  expect(centreLight(link, false).meaning).toContain('今天还没有签到')
  expect(centreLight(link, false, true, '2026-11-21 10:31:05').meaning).toContain('在 10:31 已经结束')
})
