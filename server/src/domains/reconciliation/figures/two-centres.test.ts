import { figureBooks } from '@yibao/shared/calls/figure-books.ts'
import { monthBooks } from '@yibao/shared/calls/month-books.ts'
import { expect, test } from 'vitest'
import { useFigures } from './test/figures.ts'

const { bench, admin, storeIdOf } = useFigures()

test('the days of a month are those of one clearing institution where a page asks for one, by either way', async () => {
  const month = '2030-07'
  const day = await bench.day('clerk', `${month}-02`)
  await day.buy('10.00')
  const { id } = await day.buy('20.00')
  await day.patch(id, { clrOptins: '320000' })
  const client = await admin(day)
  const storeId = await storeIdOf(day)
  const groupOf = { month, storeId, insutype: '310', clrType: '41' }
  const sums = { '320500': '10.00', '320000': '20.00' }
  for (const [clrOptins, total] of Object.entries(sums)) {
    const [listed, ...others] = (
      await client.ok(monthBooks.monthPaged, { from: month, to: month, storeId, insutype: '310', clrOptins })
    ).items
    expect([listed?.total, others]).toEqual([total, []])
    const plain = await client.ok(monthBooks.monthDays, { ...groupOf, clrOptins })
    expect(plain.items.map((one) => [one.clrOptins, one.total])).toEqual([[clrOptins, total]])
    const both = await client.ok(figureBooks.monthDetail, { ...groupOf, clrOptins })
    expect(both.items.map((one) => [one.clrOptins, one.local.total])).toEqual([[clrOptins, total]])
  }
  expect((await client.ok(monthBooks.monthDays, groupOf)).total, 'of the whole month').toBe(2)
})
