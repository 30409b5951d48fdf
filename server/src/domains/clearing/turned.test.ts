import { afterAll, beforeAll, expect, test } from 'vitest'
import { countingBy } from '../reconciliation/test/turned.ts'
import { useBench } from '../reconciliation/test/use-bench.ts'
import { Clearings } from './test/clearings.ts'

// A month that was compared when somebody finds out that its centre counts the personal account among the funds.

const bench = useBench()
const clearings = new Clearings(() => bench)
const { here, turn } = countingBy(bench, 'fundIncludesAcct')
beforeAll(() => bench.centre.option('320500', 'accountInFund', true))
afterAll(() => here(false))

test('what our book pays, its gap and its verdict are turned with the option, and back', async () => {
  const month = '2090-03'
  const { ids } = await clearings.sold('clerk', month, ['9.00', '4.00'])
  await clearings.returned('clerk', month, ids[0]!)
  const { client } = await clearings.after('clerk', month)
  await clearings.extract(client, month)
  const shown = async () => {
    const { items, summary } = await clearings.page(client, month, { sortField: 'total', sortOrder: 'descend' })
    return [
      items.map(({ total, paid, ownPaid, paidGap, result }) => [total, paid, ownPaid, paidGap, result]),
      [summary.equal, summary.differs],
    ]
  }
  const before = [
    [
      ['9.00', '9.00', '18.00', '9.00', 'differs'],
      ['4.00', '4.00', '8.00', '4.00', 'differs'],
      ['-9.00', '-9.00', '-18.00', '-9.00', 'differs'],
    ],
    [0, 3],
  ]
  expect(await shown()).toEqual(before)
  await turn(false, true)
  const after = [
    [
      ['9.00', '9.00', '9.00', '0.00', 'equal'],
      ['4.00', '4.00', '4.00', '0.00', 'equal'],
      ['-9.00', '-9.00', '-9.00', '0.00', 'equal'],
    ],
    [3, 0],
  ]
  expect(await shown()).toEqual(after)
  await turn(true, false)
  expect(await shown()).toEqual(before)
  await turn(false, true)
  await clearings.extract(client, month)
  expect(await shown(), 'as a comparison has it').toEqual(after)
  expect((await clearings.confirmAll(client, month)).results[0]!.text).toBe('已确认 3 笔')
})
