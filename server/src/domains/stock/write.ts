import { isDeepStrictEqual } from 'node:util'
import { tellFirst } from './first-again.ts'
import { dropFirst, dropLater, firstDay, firstNo, firstStock, lockTakes } from './first-take.ts'
import { type GoodRow, put, valuesOf, type Writing } from './put.ts'
import type { Goods, StockInput } from './stock-row.ts'
import type { StockMessage } from './tables.ts'

/**
 * Whether a row that comes again says what it said before. What became of its goods since counts only for what is still to
 * be told: what the centre has, may have or was taken away is as it was.
 */
export const saysTheSame = (before: StockMessage, goods: Goods | undefined, row: StockInput): boolean => {
  const { nationalCode, name, prescription, price, facts } = before
  const then = { ownCode: row.ownCode, nationalCode, name, prescription, price, producer: facts.producer ?? '' }
  const open = before.state === 'waiting' || before.state === 'refused'
  return Object.entries(valuesOf(before.kind, (open && goods) || then, row)).every(([name, value]) =>
    isDeepStrictEqual(before[name as keyof StockMessage], value),
  )
}

/**
 * Writes checked rows of one kind, to be told: a number that is known is brought up to date as long as the centre has
 * nothing of it. Answers the numbers that were written, and what somebody has to take away at the centre himself, in words.
 * The rows of a store's first stock take are told a second time as a stock change (3501 rule 2): what stands on the shelf
 * has to come from somewhere.
 */
export const writeStock = async (
  writing: Writing,
  rows: readonly GoodRow[],
): Promise<{ written: Set<string>; surplus: string }> => {
  const { db, shop } = writing
  const takes = writing.kind === 'take'
  if (takes) await lockTakes(db, shop.id)
  const before = takes ? await firstDay(db, shop.id) : undefined
  const written = await put(writing, rows)
  if (!takes || !written.size) return { written, surplus: '' }
  const first = await firstDay(db, shop.id)
  const changeType = firstStock(shop.areaCode)
  const doubled = rows.flatMap(({ goods, row }) => {
    const { docNo: number, ownCode, quantity, on } = row
    if (on !== first || Number(quantity) === 0 || !written.has(number)) return []
    return [{ goods, row: { docNo: firstNo(number), ownCode, quantity, on, changeType } }]
  })
  await put({ ...writing, kind: 'change' }, doubled)
  const still = new Set(doubled.map(({ row }) => row.docNo))
  const others = [...written].filter((number) => !still.has(firstNo(number)))
  await dropFirst(db, shop.id, others, { message: '盘存改过，不再是首次盘存的库存', notFirst: true })
  // The day of what was first was put right, and others are the first now.
  if (before && first && first > before) await tellFirst(db, writing.now, shop, first)
  // The stock take of an earlier day came later, in another batch of the sheet or another call.
  const surplus = first && (doubled.length || first !== before) ? await dropLater(db, shop.id, first) : ''
  return { written, surplus }
}
