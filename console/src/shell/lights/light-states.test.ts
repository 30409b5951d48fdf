import { expect, test } from 'vitest'
import { stateTexts } from '../../agent/texts.ts'
import { agentLight, lastScan, readerLight, sinceChange } from './light-states.ts'

const agent = {
  state: 'connected' as const,
  since: 0,
  error: '',
  drivers: [{ name: 'd', state: 'ready' }],
  reader: '',
  reading: false,
}

test('every state of the agent has words, and one action unless it ends by itself', () => {
  for (const [state, { word, meaning, action }] of Object.entries(stateTexts)) {
    expect(word && meaning, state).toBeTruthy()
    expect(meaning, state).not.toMatch(/您|!|失败/)
    // Whoever has no store needs no agent, and whoever only looks has none: nothing is to be done.
    if (!['searching', 'busy', 'noStore', 'viewing'].includes(state)) expect(action, state).toBeDefined()
  }
})

test('who has no agent, or one of another store, is led to where it is installed and bound', () => {
  expect(stateTexts.absent.action).toEqual({ name: 'install', text: '安装助手' })
  expect(stateTexts.wrongStore.action).toEqual({ name: 'install', text: '重新绑定' })
})

test('the last error shows until the agent is back', () => {
  expect(agentLight({ ...agent, state: 'stopped', error: '中断' }).error).toBe('中断')
  expect(agentLight({ ...agent, error: '中断' }).error).toBeUndefined()
})

test('the agent says how long it has been at it', () => {
  expect(agentLight({ ...agent, state: 'busy', since: 1000 }, 13_400).word).toBe('忙 12 秒')
})

test('the reader follows the agent', () => {
  expect(readerLight(agent).word).toBe('就绪')
  expect(readerLight({ ...agent, reader: 'absent' }).word).toBe('未找到')
  expect(readerLight({ ...agent, reader: 'inserted' }).word).toBe('卡已插入')
  expect(readerLight({ ...agent, state: 'absent' }).word).toBe('等待助手')
  // A reading can be called off; another thing that a device is busy with cannot.
  expect(readerLight({ ...agent, state: 'busy', reading: true })).toMatchObject({
    word: '正在读',
    action: { name: 'cancelRead' },
  })
  expect(readerLight({ ...agent, state: 'busy' }).word).toBe('就绪')
})

test('a reader whose driver lacks something says what, and the printer’s driver is none of a reader', () => {
  const install = { name: 'tools', text: '安装驱动' }
  expect(readerLight({ ...agent, drivers: [] })).toMatchObject({ word: '驱动未安装', action: install })
  const printer = { name: 'sim-printer', kind: 'printer', state: 'ready' }
  expect(readerLight({ ...agent, drivers: [printer] }).word).toBe('驱动未安装')
  const missing = { name: 'sscard', kind: 'socialCard', state: 'missing', problem: '缺少文件 dcrf32.dll' }
  const light = readerLight({ ...agent, drivers: [printer, missing] })
  expect(light).toMatchObject({ word: '缺少文件', tone: 'warn', action: install })
  expect(light.meaning).toContain('缺少文件 dcrf32.dll')
  expect(readerLight({ ...agent, drivers: [{ ...missing, state: 'open' }] }).action?.name).toBe('repair')
  // Another one that reads is enough.
  expect(readerLight({ ...agent, drivers: [missing, { name: 'd', kind: 'idCard', state: 'ready' }] }).word).toBe('就绪')
})

test('a store that reads no cards on purpose is told so: nothing that lacks there is wrong or to be done', () => {
  const without = { ...agent, noReader: true }
  const missing = { name: 'sscard', kind: 'socialCard', state: 'missing' }
  for (const facts of [
    without,
    { ...without, drivers: [] },
    { ...without, drivers: [missing] },
    { ...without, reader: 'absent' },
    { ...without, state: 'absent' as const },
    { ...without, state: 'driverFault' as const },
  ]) {
    const light = readerLight(facts)
    expect([light.word, light.tone, light.action]).toEqual(['未使用', 'off', undefined])
    expect(light.meaning).toContain('本店不用读卡')
  }
  expect(readerLight({ ...without, reading: true }).word).toBe('正在读')
  expect(readerLight({ ...agent, drivers: [], noReader: false }).tone).toBe('warn')
})

test('a scanner that is unplugged cannot be seen: when it last wrote is said, or that it has not since the page was opened (ux 9.3)', () => {
  const at = Date.parse('2026-11-21T10:31:40+08:00')
  expect(lastScan(undefined, at)).toBe('本次打开后还没有扫码')
  expect(lastScan(at, at + 60_000)).toBe('上次扫码 10:31')
  expect(lastScan(at, at + 86_400_000)).toBe('上次扫码 昨天 10:31')
})

test('a driver that stopped keeps nobody from printing', () => {
  expect(stateTexts.driverFault.meaning).toContain('不影响打印')
})

test('a light is so since it was seen to change, which nobody knows of the first look', () => {
  const dated = sinceChange()
  const printer = (word: string, now: number) => dated({ title: '打印机', word, tone: 'good', meaning: '' }, now).since
  expect(printer('就绪', 1)).toBeUndefined()
  expect([printer('缺纸', 2), printer('缺纸', 3)]).toEqual([2, 2])
  // One more that waits is the same state.
  expect([printer('打印中 1', 4), printer('打印中 2', 5), printer('就绪', 6)]).toEqual([4, 4, 6])
  // Who knows it himself is believed.
  expect(dated({ title: '医保中心', word: '中断 2 分钟', tone: 'harm', meaning: '', since: 1 }, 9).since).toBe(1)
})
