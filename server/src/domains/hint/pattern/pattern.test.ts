import { expect, test } from 'vitest'
import { tsvRows } from '../../../database/tsv.ts'
import { mostSteps } from './compile.ts'
import { findPattern as find, problemOfPattern } from './match.ts'

const findPattern = (source: string, text: string) => find(source, [...text])

/** What JavaScript finds, in characters. */
const expected = (source: string, text: string) => {
  const found = new RegExp(source, 'u').exec(text)
  if (!found) return undefined
  const start = [...text.slice(0, found.index)].length
  return { start, end: start + [...found[0]].length }
}

test.each([
  ['未查询到.*(参保信息|社会保障卡)', '【人员】未查询到该人员的参保信息'],
  ['[Ee]c[Qq]r[Cc]ode', 'bad ecQrCode'],
  ['^中心', '医保中心'],
  ['系统$', '医保系统'],
  ['\\bAK\\b', 'the AK is wrong'],
  ['\\BK', 'AK'],
  ['𠮷+䶮?', '姓名𠮷𠮷䶮不符'],
  ['a{2,3}?', 'caaaa'],
  ['a{2}b', 'aaab'],
  ['(?<name>a|ab)(c|bcd)', 'abcd'],
  ['\\d{1,4}-\\d{2}', '2026-11'],
  ['\\u4e2d\\p{Script=Han}', 'x中国'],
  ['[^一-龥\\]]+', '中文]abc'],
  ['a|', 'b'],
  ['', ''],
  ['.', '\n'],
  ['x*?y', 'xxy'],
])('%s is found in %s where JavaScript finds it', (source, text) => {
  expect(findPattern(source, text)).toEqual(expected(source, text))
})

/** Repeatable numbers: the patterns of this test are the same in every run. */
const dice = (seed: number) => () => {
  seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff
  return seed / 0x80000000
}

test('patterns put together by chance are found where JavaScript finds them', () => {
  const roll = dice(7)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(roll() * list.length)]!
  const made = (depth: number): string => {
    const kind = depth ? Math.floor(roll() * 6) : 0
    if (kind <= 1) return pick(['a', 'b', '䶮', '.', '[ab]', '\\w', '^', '$'])
    if (kind === 2) return `(${made(depth - 1)}|${made(depth - 1)})`
    if (kind === 3) return `(?:${made(depth - 1)}a)${pick(['*', '+', '?', '{1,2}', '*?', '{2,}'])}`
    return made(depth - 1) + made(depth - 1)
  }
  for (let i = 0; i < 3000; i++) {
    const source = made(4)
    const text = Array.from({ length: Math.floor(roll() * 8) }, () => pick(['a', 'b', '䶮'])).join('')
    expect(findPattern(source, text), `${source} in ${text}`).toEqual(expected(source, text))
  }
})

test('patterns that stall a backtracking engine end after one pass', () => {
  const text = 'a'.repeat(2000)
  for (const source of ['(a+)+$b', '(a|aa)*c', '(.*a){20}b', '(\\w+\\s?)*!', 'a*a*a*a*a*a*b'])
    expect(findPattern(source, text), source).toBeUndefined()
  expect(findPattern('(a+)+$', text)).toEqual({ start: 0, end: 2000 })
  expect(findPattern('((){99999999}){99999999}a', 'ba')).toEqual({ start: 1, end: 2 })
})

test('what cannot be bounded or read is told and matches nothing', () => {
  expect(problemOfPattern('(a')).toContain('写法不正确')
  expect(problemOfPattern('(?=a)b')).toContain('不支持前后查找')
  expect(problemOfPattern('(?<!a)b')).toContain('不支持前后查找')
  expect(problemOfPattern('(a)\\1')).toContain('不支持引用')
  expect(problemOfPattern(`a{${mostSteps}}`)).toContain('展开后太大')
  expect(problemOfPattern('((a{30}){30}){30}')).toContain('展开后太大')
  expect(findPattern('(?=a)a', 'a')).toBeUndefined()
  expect(problemOfPattern('已(清算|对账).*不能')).toBeUndefined()
})

test('every pattern of the first library can be used', () => {
  const file = new URL('../../../../data/hints.tsv', import.meta.url).pathname
  expect(tsvRows(file).map(({ pattern }) => problemOfPattern(pattern!))).toEqual(tsvRows(file).map(() => undefined))
})
