import { expect, test } from 'vitest'
import { play, ready } from '../../../test/counter/play.ts'
import { parkInput } from './basket-input.ts'
import { draftOf } from './draft.ts'

test('a customer who keeps the account pays cash: the split is made anew without it, and the next one uses it again', () => {
  const p = ready()
  expect(parkInput(p.state).accountUsed).toBeUndefined()
  p.do({ type: 'chooseAccount', used: false })
  expect([p.state.priced?.fresh, parkInput(p.state).accountUsed]).toEqual([false, false])
  p.do({ type: 'presettle' })
  expect(p.of('preSettle').at(-1)?.input.accountUsed).toBe(false)
  const settled = ready().settle()
  settled.do({ type: 'chooseAccount', used: false })
  expect([settled.state.accountUsed, settled.says]).toEqual([true, 'basket.locked'])
})

test('the choice outlives a crash, and a draft of before it was there uses the account', () => {
  const draft = draftOf(play().read().fill().do({ type: 'chooseAccount', used: false }).state, 1)!
  expect(play().do({ type: 'restored', key: 'd', draft }).state.accountUsed).toBe(false)
  const { accountUsed: _, ...older } = draft
  expect(play().do({ type: 'restored', key: 'd', draft: older }).state.accountUsed).toBe(true)
})
