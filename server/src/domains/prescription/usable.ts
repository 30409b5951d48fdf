import type { ResultOf } from '@yibao/shared/call.ts'
import type { rx as calls } from '@yibao/shared/calls/prescription.ts'
import { addDays, formatDay, startOfDay } from '@yibao/shared/time.ts'
import { and, desc, eq, gte, ne, or } from 'drizzle-orm'
import type { Context } from '../../call/context.ts'
import { preferredInsurance, readingOf } from '../card/read.ts'
import { counterItems } from '../catalogue/counter-items.ts'
import { storeOf } from '../organisation/store.ts'
import { marksOf, ofPerson } from './personal.ts'
import { rxSelect, wireRx } from './rows.ts'
import { goodsOfLines, wireLine } from './shown.ts'
import { prescription } from './tables.ts'

type Usable = ResultOf<typeof calls.usable>
type Row = Usable['items'][number]

/** Days a customer's earlier prescriptions are still shown at the counter, whatever became of them. */
const days = 30
const most = 30

/** What can be sold on now stands first, then what a pharmacist still has, then the rest. */
const rank = ({ state, use }: Pick<Row, 'state' | 'use'>): number => {
  if (state === 'passed') return use === 'unused' ? 0 : 3
  return state === 'waiting' || state === 'second' ? 1 : 2
}

/** Rx/Usable: the prescriptions in this store of the customer who was read (ux 1.3). */
export const usableRx = async ({ readId }: { readId: string }, c: Context): Promise<Usable> => {
  const shop = await storeOf(c.deps, c.storeId)
  const reading = await readingOf(c, readId)
  const { person } = reading.person
  const { psnNo, certificateNo: certNo, name } = person
  const marks = marksOf(c.services.vault, { psnNo, certNo, name })
  const since = startOfDay(addDays(formatDay(c.now), -days))
  const found = await rxSelect(c)
    .where(
      and(
        eq(prescription.storeId, shop.id),
        ofPerson(marks),
        ne(prescription.state, 'undone'),
        // A long one is good for weeks, and cannot be typed once more.
        or(gte(prescription.submittedAt, since), gte(prescription.validUntil, formatDay(c.now))),
      ),
    )
    .orderBy(desc(prescription.submittedAt), desc(prescription.id))
    .limit(most)
  const lines = found.flatMap(({ one }) => (one.state === 'passed' || one.source === 'circulation' ? one.lines : []))
  const goods = await goodsOfLines(c, shop, lines)
  const items = found.map((raw) => ({
    ...wireRx(raw, c),
    revision: raw.one.revision,
    lines: raw.one.lines.map((line) => wireLine(line, goods)),
  }))
  return {
    items: items.sort((a, b) => rank(a) - rank(b)),
    goods: await counterItems(
      c,
      shop,
      [...goods.values()].filter(({ stopped }) => !stopped),
      preferredInsurance(reading.person)?.insurance,
    ),
  }
}
