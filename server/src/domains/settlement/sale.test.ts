import { expect, test } from 'vitest'
import type { Settlement } from '../../centre/operations/settlement.ts'
import type { Line } from '../order/types.ts'
import { splitLines } from './sale.ts'

test('a line keeps the cap that the centre names, and none where there is none', () => {
  const line = (no: number) => ({ no, ownCode: '100001', price: '20', amount: 2000 }) as Line
  const cut = (sn: string, priceLimit: bigint) => ({
    sn,
    priceLimit,
    itemClass: '02',
    feeClass: '09',
    selfPayRatio: 1000,
  })
  const answer = { lines: [cut('1', 12_345_600n), cut('2', 0n)] } as unknown as Settlement
  const [capped, free, unknown] = splitLines([line(1), line(2), line(3)], answer)
  expect(capped).toMatchObject({ priceLimit: '12.345600', itemClass: '乙', selfPayRatio: '0.1000' })
  // As the database keeps it: what is undefined is not there.
  expect(JSON.parse(JSON.stringify(free))).not.toHaveProperty('priceLimit')
  expect(unknown).toEqual(line(3))
})
