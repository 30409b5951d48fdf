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
const line = (itemClass: string, mapped: boolean, more: Partial<Line> = {}) =>
  ({ itemClass, mapped, nationalCode: '', inScope: 0, ...more }) as Line

test('a purchase on a disease is told what the limit of a fund leaves; one that paid nothing, and any other purchase, not', () => {
  const fund = (name: string, limitBefore: number, amount: number) => ({
    fund: '310100',
    name,
    inScope: 0,
    limitBefore,
    amount,
  })
  const paid = split({ funds: [fund('统筹', 500_000, 19_291), fund('大额', 900_000, 0), fund('救助', 0, 50)] } as never)
  expect(reasonsOf(paid, [], { diseaseCode: 'M01600' })).toEqual(['统筹限额还剩 4,807.09'])
  expect(reasonsOf(paid, [])).toEqual([])
})

test('the reasons name amounts as people read them, and whose the fully self-paid ones are', () => {
  const paid = split({ fullySelfPaid: 15_598_440, firstSelfPay: 600 })
  const classC = line('丙', true)
  const unmapped = line('', false)
  expect(reasonsOf(paid, [classC])).toEqual(['丙类自费 155,984.40', '乙类先付 6.00 已计入'])
  expect(reasonsOf(paid, [unmapped])[0]).toBe('目录外自费 155,984.40')
  expect(reasonsOf(paid, [classC, unmapped])[0]).toBe('丙类和目录外自费 155,984.40')
  const herb = line('甲', true, { nationalCode: 'T000000159' })
  expect(reasonsOf(paid, [herb], { herbs: { use: '2' } })[0]).toBe('按使用方式不予支付的饮片自费 155,984.40')
  // In a formula, or where nobody was told how: for a reason that only the centre knows.
  for (const basket of [{ herbs: { use: '1' as const } }, {}])
    expect(reasonsOf(paid, [herb], basket)[0]).toBe('不予支付的饮片自费 155,984.40')
  expect(reasonsOf(paid, [classC, { ...herb, inScope: 840 }])[0]).toBe('丙类自费 155,984.40')
})

test('the pool’s share is the one that the slip prints, not rounded to whole percents', () => {
  const paid = split({ poolFund: 8750, poolRatio: '0.8750' })
  expect(reasonsOf(paid, [line('甲', true)])[0]).toBe('统筹按 87.5% 支付 87.50')
})
