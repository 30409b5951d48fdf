import { expect, test } from 'vitest'
import {
  characterOf,
  classify,
  fold,
  identityNumber,
  type KeyStroke,
  recentCodes,
  scanDetector,
  splitQuantity,
} from './scan.ts'

/** Feeds recorded keys: `[code, ms since the last key]`; gives what reached the page and what was heard. */
const record = (keys: (readonly [string, number, Partial<KeyStroke>?])[]) => {
  const detector = scanDetector()
  const passed: string[] = []
  const heard: string[] = []
  let at = 10_000
  const end = () => {
    const silence = detector.silence(at)
    if (silence && 'scan' in silence) heard.push(silence.scan)
    if (silence && 'typed' in silence) passed.push(...silence.typed)
  }
  for (const [code, gap, more] of keys) {
    at += gap
    end()
    const verdict = detector.key({ code, at, ...more })
    if (verdict.do === 'pass') passed.push(code)
    if (verdict.do === 'scan') heard.push(verdict.text)
  }
  at += 60
  end()
  return { passed, heard }
}

const burst = (text: string, gap = 8, last = 'Enter') => [
  ...[...text].map((c) => [/\d/.test(c) ? `Digit${c}` : `Key${c}`, gap] as const),
  ...(last ? [[last, gap] as const] : []),
]

test('a scanner: a burst ending with Enter or Tab is one scan, and its suffix reaches nothing', () => {
  for (const suffix of ['Enter', 'NumpadEnter', 'Tab']) {
    const { heard, passed } = record(burst('6901234567892', 8, suffix))
    expect(heard).toEqual(['6901234567892'])
    expect(passed).toEqual(['Digit6', 'Digit9', 'Digit0'])
  }
})

test('a second suffix, or one that comes late, presses nothing; an Enter by hand does (N5)', () => {
  const code = burst('6901234567892', 2)
  const feed = { ctrl: true }
  for (const more of [
    ['Enter', 2],
    ['NumpadEnter', 2],
    ['Tab', 2],
    ['KeyJ', 2, feed],
    ['Enter', 199],
  ] as const) {
    const { heard, passed } = record([...code, more])
    expect([heard, passed.length], more.join()).toEqual([['6901234567892'], 3])
  }
  for (const end of ['KeyJ', 'KeyM'])
    expect(record([...burst('6901234567892', 2, ''), ['ControlLeft', 2, feed], [end, 2, feed]])).toEqual({
      ...{ heard: ['6901234567892'], passed: ['Digit6', 'Digit9', 'Digit0', 'ControlLeft'] },
    })
  // Its radio was slower than the silence that ends a scan.
  expect(record([...burst('6901234567892', 2, ''), ['Enter', 90]]).passed).toHaveLength(3)
  expect(record([...code, ['Enter', 250]]).passed.at(-1)).toBe('Enter')
  expect(record([...code, ['KeyA', 150], ['Enter', 40]]).passed.slice(-2)).toEqual(['KeyA', 'Enter'])
  // Whatever was pressed in between is a hand's, and so is what follows it.
  expect(record([...code, ['KeyA', 100], ['Enter', 90]]).passed.slice(-2)).toEqual(['KeyA', 'Enter'])
  expect(record([...code, ['ArrowDown', 100], ['Enter', 90]]).passed.slice(-2)).toEqual(['ArrowDown', 'Enter'])
  expect(record([['KeyJ', 9, feed]]).passed).toEqual(['KeyJ'])
})

test('a scanner without a suffix is heard after 60 ms of silence; two scans in a row stay two', () => {
  expect(record(burst('6901234567892', 8, '')).heard).toEqual(['6901234567892'])
  const second = burst('6901234567908').map(([code], i) => [code, i ? 8 : 400] as const)
  expect(record([...burst('6901234567892', 30, ''), ...second]).heard).toEqual(['6901234567892', '6901234567908'])
})

test('the limit is 30 ms: a hand at 31 ms is not a scanner and loses no key', () => {
  expect(record(burst('6901234567892', 30)).heard).toEqual(['6901234567892'])
  const hand = record(burst('6901234567892', 31))
  expect(hand.heard).toEqual([])
  expect(hand.passed).toHaveLength(14)
})

test('a hand that rolls five keys together loses none of them', () => {
  const { heard, passed } = record([
    ['KeyA', 100],
    ['KeyM', 10],
    ['KeyX', 10],
    ['KeyL', 10],
    ['KeyJ', 10],
    ['KeyN', 200],
  ])
  expect(heard).toEqual([])
  expect(passed).toEqual(['KeyA', 'KeyM', 'KeyX', 'L', 'J', 'KeyN'])
})

test('a scanner that stutters in the middle is still one scan', () => {
  const keys = burst('6901234567892').map(([code, gap], i) => [code, i === 7 ? 45 : gap] as const)
  expect(record(keys).heard).toEqual(['6901234567892'])
})

test('Enter by hand after typing passes; so do repeats, Alt+1 and Ctrl+V', () => {
  expect(
    record([
      ['Digit3', 200],
      ['Enter', 150],
    ]).passed,
  ).toEqual(['Digit3', 'Enter'])
  expect(
    record([
      ['Digit1', 5, { alt: true }],
      ['KeyV', 5, { ctrl: true }],
      ['Digit1', 5, { repeat: true }],
    ]).passed,
  ).toHaveLength(3)
})

test('what counts is event.code: an IME that answers Process changes nothing, Shift belongs to capitals', () => {
  expect(characterOf({ code: 'Numpad7' })).toBe('7')
  expect(characterOf({ code: 'KeyX', shift: true })).toBe('X')
  expect(characterOf({ code: 'Digit8', shift: true })).toBeUndefined()
  const id = [...'32050119900307123'].map((c) => [`Digit${c}`, 8] as const)
  expect(record([...id, ['ShiftLeft', 8], ['KeyX', 8, { shift: true }], ['Enter', 8]]).heard).toEqual([
    '32050119900307123X',
  ])
})

test.each([
  ['310120261121103000000000000001'.slice(0, 28), 'eVoucher'],
  ['310120261121103000000000000001', 'eVoucher'],
  // What a busy PC lost a digit of is still nobody's to read, nor a product.
  ['310120261121103000000000000001'.slice(1, 28), 'torn'],
  ['310120261121103000000000000001'.slice(0, 21), 'torn'],
  ['81900010000000000001', 'trace'],
  ['12345678', 'barCode'],
  ['690123456789', 'barCode'],
  ['6901234567892', 'barCode'],
  ['69012345678', 'search'],
  ['110101199003070337', 'idCard'],
  ['110101199003070336', 'search'],
  ['AMXL', 'search'],
] as const)('%s is %s', (text, kind) => expect(classify(text)).toBe(kind))

test('full-width digits and letters are folded, spaces dropped', () => {
  expect(fold('６９０１ ａｍｘ　３＊')).toBe('6901AMX3*')
})

test('a quantity stands before a scan or a search', () => {
  expect(splitQuantity('3*')).toEqual({ quantity: '3', rest: '' })
  expect(splitQuantity('0.5×amxl')).toEqual({ quantity: '0.5', rest: 'amxl' })
  for (const none of ['-1', '1.23456', '3.'])
    expect(splitQuantity(`${none}*amxl`)).toEqual({ quantity: none, rest: 'amxl' })
  expect(splitQuantity('amxl')).toEqual({ quantity: undefined, rest: 'amxl' })
})

test('the same e-voucher within 3 s of its reading is that one, however often it is held out meanwhile', () => {
  const lately = recentCodes()
  expect(lately.has('1', 0)).toBe(false)
  lately.add('1', 0)
  expect([lately.has('1', 2000), lately.has('1', 2999), lately.has('2', 2999), lately.has('1', 3000)]).toEqual([
    ...[true, true],
    ...[false, false],
  ])
})

test.each([
  ['11010519491231002X', true],
  // One digit wrong: still somebody's number.
  ['110105194912310021', true],
  ['110105194913310021', false],
  ['202611240001234567', false],
  ['84000010000000000001', false],
  ['6901234567892', false],
])('%s is the number of a person: %s (N3)', (text, is) => {
  expect(identityNumber(text)).toBe(is)
})
