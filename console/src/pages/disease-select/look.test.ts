import { expect, test } from 'vitest'
import { type Disease, kindsOf } from './look.ts'

test('only kinds that the person has are offered: 门诊两病 where the centre answers chronic ones found nobody anything', () => {
  const of = (...kinds: Disease['kind'][]) =>
    kindsOf(kinds.map((kind) => ({ code: 'M01600', name: '糖尿病', kind, begin: '', end: '' }))).map(
      ({ value }) => value,
    )
  expect(of('chronic', 'chronic')).toEqual([])
  expect(of()).toEqual([])
  expect(of('special', 'chronic')).toEqual(['chronic', 'special'])
})
