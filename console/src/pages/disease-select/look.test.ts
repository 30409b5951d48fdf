import { expect, test } from 'vitest'
import { type Disease, kindsOf, matches } from './look.ts'

test('only kinds that the person has are offered: 门诊两病 where the centre answers chronic ones found nobody anything', () => {
  const of = (...kinds: Disease['kind'][]) =>
    kindsOf(kinds.map((kind) => ({ code: 'M01600', name: '糖尿病', kind, begin: '', end: '' }))).map(
      ({ value }) => value,
    )
  expect(of('chronic', 'chronic')).toEqual([])
  expect(of()).toEqual([])
  expect(of('special', 'chronic')).toEqual(['chronic', 'special'])
})

test('a disease is found by code, name and pinyin initials', () => {
  const found = (words: string) => matches({ code: 'M03900', name: '高血压' }, words)
  expect(['m039', '血压', 'gxy', 'GX', ' gxy ', ''].map(found)).toEqual([true, true, true, true, true, true])
  expect(['tnb', 'M01'].map(found)).toEqual([false, false])
})
