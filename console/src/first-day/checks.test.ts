import { expect, test, vi } from 'vitest'
import { FlowProblem } from '../kit/flow/types.ts'
import { judgeAgent } from './agent.ts'
import { judgeDrivers } from './drivers.ts'
import { movesFor } from './move-keys.ts'
import { clockProblem, skewOf } from './network.ts'
import { settingRows } from './printer-settings.ts'
import { judgeRead, judgeScan } from './reading.ts'
import { fitForTrial } from './run-trial.ts'
import { keysToTest } from './store-keys.ts'
import { testKeys, waitForKeys } from './test-keys.ts'

// What the checks make of what they find: no browser, no agent.

const problemOf = (work: () => unknown) => {
  try {
    work()
  } catch (error) {
    if (error instanceof FlowProblem) return error.problem
    throw error
  }
  return undefined
}

test('the clock: up to a minute is good, more is told by direction', () => {
  const at = new Date('2026-11-21T01:00:00Z').getTime()
  expect(skewOf('2026-11-21 09:00:00', at + 500, at + 500)).toBe(0)
  expect(skewOf('2026-11-21 09:00:00', at + 180_000, at + 181_000)).toBe(180)
  expect([60, -60].map(clockProblem)).toEqual([undefined, undefined])
  expect([180, -61].map(clockProblem)).toEqual(['本机时间快 3 分钟', '本机时间慢 61 秒'])
})

const driver = (over: object) => ({
  id: 'r1',
  version: '1',
  state: 'ready',
  kind: 'socialCard',
  functions: [],
  ...over,
})
const simulated = driver({ id: 'sim', simulated: true })

const agent = {
  ...{ agentId: 'a1', version: '1.0.0', pairing: 'enrolled' as const, stores: ['P1'], desk: 'ready' as const },
  server: { url: 'https://yibao.example.cn', reachable: true, ms: 12 },
}

test('the agent: in the tab of a browser a scan may go astray, which is told and stops nobody', () => {
  expect(judgeAgent(agent, false)).toMatchObject({ text: '本机助手可以使用', facts: { agentId: 'a1' } })
  expect(judgeAgent(agent, false)).not.toHaveProperty('warn')
  const { text, warn } = judgeAgent(agent, true) as { text: string; warn?: true }
  expect([text, warn]).toEqual([
    expect.stringMatching(/^本机助手可以使用.*地址栏.*用桌面上的「医保云」图标打开$/),
    true,
  ])
  const away = judgeAgent({ ...agent, server: { url: 'x', reachable: false } }, true)
  expect(away.text).toMatch(/连接不到云服务.*；.*「医保云」图标/)
  expect(problemOf(() => judgeAgent({ ...agent, desk: 'stopped' }, false))?.what).toContain('桌面程序没有就绪')
})

test('the agent: what it finds of its installation is shown part by part, each fault with its cure', () => {
  const checkup = [
    { part: 'files', level: 'ok', text: '版本 1.0.0' },
    { part: 'service', level: 'bad', text: '重启电脑后不会自己启动', cure: '重新运行安装程序' },
    { part: 'later', level: 'note', text: '新的检查' },
  ]
  const { text, warn, rows } = judgeAgent({ ...agent, checkup }, false) as { warn?: true; text: string; rows: object }
  expect([text, warn]).toEqual(['本机助手可以使用，但安装有 2 处要处理，见下面', true])
  expect(rows).toEqual(
    expect.arrayContaining([
      ['文件', '✓ 版本 1.0.0'],
      ['服务', '△ 重启电脑后不会自己启动。办法：重新运行安装程序'],
      ['安装', '△ 新的检查'],
    ]),
  )
  expect(judgeAgent({ ...agent, checkup: checkup.slice(0, 1) }, false)).not.toHaveProperty('warn')
})

test('drivers: a faulty one is not covered up by a simulated one, but by a real one', () => {
  const faulty = driver({ id: 'bad', name: '某读卡器', state: 'broken', problem: '文件是 64 位的' })
  expect(problemOf(() => judgeDrivers([faulty, simulated]))).toMatchObject({
    what: '某读卡器：文件是 64 位的',
    meaning: expect.stringContaining('暂不能读'),
  })
  expect(judgeDrivers([faulty, driver({})])).toMatchObject({ warn: true, facts: { drivers: 'r1' } })
  expect(problemOf(() => judgeDrivers([driver({ id: 'open', state: 'open' })]))?.what).toContain('多次异常退出')
})

test('drivers: not installed is no fault, but something must be usable; a printer is no reader', () => {
  const missing = driver({ id: 'std', state: 'missing', problem: '缺少文件 a.dll' })
  expect(judgeDrivers([missing, simulated])).toMatchObject({ text: '1 个读卡驱动可用（模拟）' })
  expect(problemOf(() => judgeDrivers([missing]))?.what).toBe('没有能用的读卡驱动')
  expect(problemOf(() => judgeDrivers([driver({ kind: 'printer' })]))?.what).toBe('没有能用的读卡驱动')
  expect(judgeDrivers([missing, driver({})]).rows[0]).toEqual(['std', '未安装，缺少文件 a.dll'])
})

const card = {
  medium: 'socialCard',
  driver: 'r1',
  simulated: 'false',
  'card.name': '张*',
  'card.certNo': '3****X',
  'card.cardNo': 'A***7',
  'card.cardSn': '3****0',
  'card.issuingArea': '3****0',
  'card.atr': '0****1',
  'card.version': '3*0',
  'card.issueDate': '2****1',
  'card.expiryDate': '2****1',
  'card.terminalNo': '3****8',
  'card.deviceNo': 'J****1',
}
const without = (...items: string[]) =>
  Object.fromEntries(Object.entries(card).filter(([name]) => !items.includes(name)))

test('a test read: counted, never shown', () => {
  const { text, rows } = judgeRead('socialCard', card, 1234)
  expect(text).toBe('试读成功，读到 11 项')
  expect(JSON.stringify(rows)).not.toMatch(/张|3\*|A\*/)
  expect(judgeRead('socialCard', card, 16_000)).toMatchObject({ warn: true })
})

test('a test read: what is missing or unreadable is named', () => {
  expect(problemOf(() => judgeRead('socialCard', without('card.certNo'), 1))?.what).toBe('读到的内容缺少证件号码')
  expect(problemOf(() => judgeRead('socialCard', { ...card, 'card.name': 'Õ*' }, 1))?.next).toContain('编码')
  expect(problemOf(() => judgeRead('eVoucher', { driver: 'r1' }, 1))?.what).toBe('没有读到内容')
  for (const name of ['䶮*', '𠮷*', '**'])
    expect(judgeRead('socialCard', { ...card, 'card.name': name }, 1).text).toContain('成功')
})

test('a test read: what the counter refuses a card for, no reader may lack; the other items are named one by one', () => {
  for (const [item, title] of [
    ['cardNo', '卡号'],
    ['cardSn', '卡识别码'],
  ])
    expect(problemOf(() => judgeRead('socialCard', without(`card.${item}`), 1))?.what).toBe(`读到的内容缺少${title}`)
  // The name of another one's field is no certificate number: the counter takes card.certNo only.
  const elsewhere = { ...without('card.certNo'), 'card.idNumber': '3****X' }
  expect(problemOf(() => judgeRead('socialCard', elsewhere, 1))?.what).toBe('读到的内容缺少证件号码')
  const { text, warn, rows } = judgeRead('socialCard', without('card.atr', 'card.deviceNo'), 1)
  expect([warn, text]).toEqual([true, expect.stringContaining('缺少卡复位信息、终端设备号：结算不用')])
  expect(rows).toHaveLength(4 + 11)
  expect(rows.filter(([, said]) => said === '缺少').map(([item]) => item)).toEqual(['卡复位信息', '终端设备号'])
  const person = { medium: 'idCard', 'idCard.name': '䶮*', 'idCard.certNo': '3****X' }
  expect(judgeRead('idCard', person, 1).text).toBe('试读成功，读到 2 项')
})

test('a scan: whole, and not through an input method', () => {
  expect(judgeScan('28000000000000000001').rows).toEqual([['长度', '20 个字符']])
  expect(problemOf(() => judgeScan('２８０００'))?.next).toContain('英文')
  expect(problemOf(() => judgeScan('280'))?.what).toBe('只收到 3 个字符')
})

const keyboard = () => {
  const target = new EventTarget()
  const press = (code: string, altKey = false) => {
    const held = { altKey, ctrlKey: false, metaKey: false, shiftKey: false }
    // With Alt a letter's `key` is what the keyboard's layout makes of it.
    const event = Object.assign(new Event('keydown', { cancelable: true }), { code, ...held, key: altKey ? 'π' : code })
    target.dispatchEvent(event)
    return event.defaultPrevented
  }
  return { target: target as unknown as Window, press }
}

const keysNamed = (...names: string[]) => keysToTest(undefined).filter(({ caption }) => names.includes(caption))

test('the trial takes what is mapped and needs no prescription, in an area that wants trace codes as well', () => {
  const item = (name: string, over: object = {}) => ({
    ...{ name, mapped: true, prescription: false, traceRequired: true },
    ...over,
  })
  const shelf = [item('头孢克肟胶囊', { prescription: true }), item('会员卡', { mapped: false }), item('板蓝根颗粒')]
  shelf.unshift(item('布洛芬', { unreported: true }))
  expect(fitForTrial(shelf)?.name).toBe('板蓝根颗粒')
  expect(fitForTrial(shelf.slice(0, 3))).toBeUndefined()
})

test('keys: each is kept from the browser, others are left alone; the last ends it', async () => {
  const { target, press } = keyboard()
  const seen: string[][] = []
  const { signal } = new AbortController()
  const end = waitForKeys(keysNamed('F2', 'F10'), { onLeft: (left) => seen.push(left), signal, target })
  expect([press('F2'), press('F5'), press('F2'), press('F10')]).toEqual([true, false, true, true])
  expect(await end).toEqual([])
  expect(seen).toEqual([['F10'], []])
})

test('keys: those of the store, with what else it moved', () => {
  const captions = (setting: unknown) => keysToTest(setting).map(({ caption }) => caption)
  const standard = ['F2', 'F4', 'F6', 'F8', 'F9', 'F10']
  expect([captions(undefined), captions({})]).toEqual([standard, standard])
  const moved = ['F2 读卡', 'F4 挂单', 'F6 处方', 'F7 病种', 'F8 预结算', 'F9 结算', 'F12 打印']
  const keys = keysToTest({ print: 'F12', disease: 'F7' })
  expect(keys.map(({ caption, title }) => `${caption} ${title}`)).toEqual(moved)
})

test('keys: one that the store has moved to Alt with a letter is received as the counter takes it', async () => {
  const { target, press } = keyboard()
  const keys = keysToTest({ print: 'Alt+P' })
  expect(keys.map(({ caption }) => caption)).toEqual(['F2', 'F4', 'F6', 'F8', 'F9', 'Alt+P'])
  const seen: string[][] = []
  const { signal } = new AbortController()
  const end = waitForKeys(keys, { onLeft: (left) => seen.push(left), signal, target })
  for (const key of ['F2', 'F4', 'F6', 'F9']) press(key)
  // The number pad's + is another key than F8, and a letter alone is no Alt+P.
  expect([press('NumpadAdd'), press('KeyP'), press('F8', true)]).toEqual([false, false, false])
  expect(seen.at(-1)).toEqual(['F8', 'Alt+P'])
  expect([press('KeyP', true), press('F8')]).toEqual([true, true])
  expect(await end).toEqual([])
})

test('keys: one that an ERP keeps is offered as Alt and its letter; money gets a free F key, and none that is taken', () => {
  const moves = (setting: unknown, ...captions: string[]) =>
    movesFor(
      keysToTest(setting).filter(({ caption }) => captions.includes(caption)),
      setting,
    ).map(({ option, to }) => `${option} ${to}`)
  expect(moves({}, 'F10')).toEqual(['keyPrint Alt+P'])
  expect(moves({}, 'F2', 'F4', 'F6')).toEqual(['keyRead Alt+K', 'keyPark Alt+G', 'keyPrescription Alt+C'])
  expect(moves({}, 'F8', 'F9')).toEqual(['keyPresettle F7', 'keySettle F12'])
  expect(moves({ print: 'F7', disease: 'F12' }, 'F7', 'F12', 'F9')).toEqual(['keyPrint Alt+P', 'keyDisease Alt+B'])
  // What was moved there and does not arrive either has no third place.
  expect(moves({ print: 'Alt+P' }, 'Alt+P')).toEqual([])
})

test('keys: nobody is signed in, and those of the store are known since it was registered', async () => {
  const { target, press } = keyboard()
  vi.stubGlobal('window', target)
  const said: string[] = []
  const facts = (step: string) => (step === 'store' ? { counterKeys: '{"print":"F12"}' } : {})
  const { signal } = new AbortController()
  const end = testKeys({ facts, signal, say: (text: string) => void said.push(text) } as never)
  await vi.waitFor(() => expect(said).toEqual(['请依次按 F2 F4 F6 F8 F9 F12']))
  for (const key of ['F2', 'F4', 'F6', 'F8', 'F9', 'F12']) press(key)
  expect(await end).toEqual({ text: 'F2 F4 F6 F8 F9 F12 都能收到' })
  vi.unstubAllGlobals()
})

test('keys: what does not come is told; leaving ends the wait', async () => {
  const quiet = keyboard()
  const { signal } = new AbortController()
  const end = waitForKeys(keysNamed('F2', 'F10'), { onLeft: () => {}, signal, target: quiet.target, patience: 1 })
  expect(await end).toEqual(['F2', 'F10'])
  const leaving = new AbortController()
  const left = waitForKeys(keysNamed('F2'), { onLeft: () => {}, signal: leaving.signal, target: quiet.target })
  leaving.abort()
  expect(await left).toEqual(['F2'])
  expect(quiet.press('F2')).toBe(false)
})

test('printing: each document says its printer and paper, or that nobody chose', () => {
  const slip = { printer: 'XP-58', paper: 'roll58' as const, mode: 'receipt' as const }
  expect(settingRows({ byDocumentType: { slip } }).slice(0, 2)).toEqual([
    ['结算小票', 'XP-58，58 毫米，小票指令'],
    ['结算单（A5、连续纸）', '没有设置，自动选择打印机'],
  ])
  expect(settingRows({ default: 'HP', byDocumentType: {} })[0]).toEqual(['结算小票', 'HP（默认打印机）'])
})
