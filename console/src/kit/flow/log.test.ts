import { expect, test } from 'vitest'
import { addLine, logText, redact } from './log.ts'
import { flowShelf } from './shelf.ts'

test.each([
  ['卡号 A00000017 已读', '卡号 A*******7 已读'],
  ['身份证 32050119900307001X。', '身份证 3****************X。'],
  ['银行卡 6217001234567890123', '银行卡 6*****************3'],
  ['门店 P32050100001', '门店 P32050100001'],
  ['2026-11-21 09:00:00 版本 1.0.0，端口 47610', '2026-11-21 09:00:00 版本 1.0.0，端口 47610'],
])('%s', (text, safe) => {
  expect(redact(text)).toBe(safe)
})

test('no number gets into the log, and the log does not grow without end', () => {
  let log = addLine([], '试读', '读到 A00000017', new Date('2026-11-21T01:00:00Z'))
  expect(log).toEqual([{ at: '2026-11-21 09:00:00', step: '试读', text: '读到 A*******7' }])
  for (let i = 0; i < 500; i++) log = addLine(log, '试读', String(i))
  expect([log.length, log.at(-1)?.text]).toEqual([400, '499'])
})

test('the file has a heading, then a line for each event', () => {
  const text = logText('安装初始化', ['浏览器 32050119900307001X'], addLine([], '地址', '好', new Date(0)))
  expect(text.split('\r\n')).toEqual([
    '安装初始化',
    '浏览器 3****************X',
    '',
    '1970-01-01 08:00:00  地址  好',
    '',
  ])
})

const memory = () => {
  const all = new Map<string, string>()
  return {
    getItem: (key: string) => all.get(key) ?? null,
    setItem: (key: string, value: string) => void all.set(key, value),
    removeItem: (key: string) => void all.delete(key),
  }
}

test('a flow is kept under its own name; a spoilt or forbidden shelf is an empty one', () => {
  const store = memory()
  const shelf = flowShelf(() => store)
  const kept = { state: { at: 'net', steps: {} }, log: [], values: { net: { a: 1 } } }
  shelf.write('tools', kept)
  expect([shelf.read('tools'), shelf.read('other')]).toEqual([kept, undefined])
  store.setItem('yibao.flow.tools', '{"state":')
  expect(shelf.read('tools')).toBeUndefined()
  shelf.clear('tools')
  const forbidden = flowShelf(() => {
    throw new Error('SecurityError')
  })
  forbidden.write('tools', kept)
  expect(forbidden.read('tools')).toBeUndefined()
})
