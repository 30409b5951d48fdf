import { expect, test } from 'vitest'
import type { Line, StoredSplit } from '../order/types.ts'
import { reasonsOf } from './reasons.ts'

const split = (over: Partial<StoredSplit>) =>
  ({
    fullySelfPaid: 0,
    overLimit: 0,
    firstSelfPay: 0,
    deductible: 0,
    poolFund: 0,
    familyAccount: 0,
    ...over,
  }) as StoredSplit
const line = (itemClass: string, mapped: boolean) => ({ itemClass, mapped }) as Line

test('the reasons name amounts as people read them, and whose the fully self-paid ones are', () => {
  const paid = split({ fullySelfPaid: 15_598_440, firstSelfPay: 600 })
  const classC = line('丙', true)
  const unmapped = line('', false)
  expect(reasonsOf(paid, [classC])).toEqual(['丙类自费 155,984.40', '乙类先付 6.00 已计入'])
  expect(reasonsOf(paid, [unmapped])[0]).toBe('目录外自费 155,984.40')
  expect(reasonsOf(paid, [classC, unmapped])[0]).toBe('丙类和目录外自费 155,984.40')
})
