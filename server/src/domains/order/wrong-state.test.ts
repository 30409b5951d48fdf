import { expect, test } from 'vitest'
import type { OrderRow } from './view.ts'
import { refuseStale } from './wrong-state.ts'

const split = {} as NonNullable<OrderRow['split']>
const open = { parked: false, state: 'presettled', settleKey: null, split: null, msgid: null } as const

// What made the split that somebody holds one of the past decides what he reads.
test.each([
  ['put aside', { ...open, parked: true, split }, '这笔购药已挂单，原预结算作废'],
  ['the centre said no to its settlement', { ...open, split }, '上次结算没有成立，原预结算作废'],
  ['its settlement was undone', { ...open, msgid: '1' }, '上次结算没有成立，原预结算作废'],
  ['being priced anew', open, '这笔购药后来又预结算过，原预结算作废'],
  ['priced anew', { ...open, settleKey: 'k-2', split }, '这笔购药后来又预结算过，原预结算作废'],
  ['priced for the first time, by two', { ...open, state: 'drafted' }, '这笔购药后来又预结算过，原预结算作废'],
] as const)('%s', (_, row, text) => {
  expect(() => refuseStale(row)).toThrow(text)
})
