import type { ResultOf } from '@yibao/shared/call.ts'
import type { rx as calls } from '@yibao/shared/calls/prescription.ts'
import { omit } from '@yibao/shared/omit.ts'
import { formatTime } from '@yibao/shared/time.ts'
import { asc, eq } from 'drizzle-orm'
import { maskNumber } from '../../base/mask.ts'
import type { Context } from '../../call/context.ts'
import type { Seller } from '../catalogue/items.ts'
import type { item } from '../catalogue/tables.ts'
import { formersOf, shownReviews } from './former.ts'
import { goodsBy } from './goods.ts'
import { openPersonal } from './personal.ts'
import { rxOf, wireRx } from './rows.ts'
import { prescriptionEvent, type RxLine, rxMessage } from './tables.ts'

type Detail = ResultOf<typeof calls.get>
type Goods = Map<string, typeof item.$inferSelect>

/** A line as the wire shows it, with the goods it is mapped to; empty names where the shop has none. */
export const wireLine = (line: RxLine, goods: Goods): Detail['lines'][number] => {
  const known = goods.get(line.ownCode)
  return {
    ...omit(line, 'dosage'),
    ownCode: line.ownCode || undefined,
    ...{ itemName: known?.name ?? '', itemSpec: known?.spec ?? '', itemUnit: known?.unit ?? '' },
  }
}

/** The goods of the shop that lines are mapped to, by own code. */
export const goodsOfLines = (c: Context, shop: Seller, lines: readonly RxLine[]): Promise<Goods> =>
  goodsBy(
    c.db,
    shop,
    lines.map(({ ownCode }) => ownCode),
  )

/** A prescription whole, as it is now. */
export const shownRx = async (c: Context, id: string): Promise<Detail> => {
  const found = await rxOf(c, id)
  const { one, shop } = found
  const [goods, events, messages, former] = await Promise.all([
    goodsOfLines(c, shop, one.lines),
    c.db
      .select()
      .from(prescriptionEvent)
      .where(eq(prescriptionEvent.prescriptionId, id))
      .orderBy(asc(prescriptionEvent.at), asc(prescriptionEvent.id)),
    one.source === 'circulation'
      ? c.db.select().from(rxMessage).where(eq(rxMessage.prescriptionId, id)).orderBy(asc(rxMessage.id))
      : [],
    formersOf(c, id),
  ])
  const { name, certNo } = openPersonal(c.services.vault, one.personal)
  return {
    ...wireRx(found, c),
    ...{ name: name || one.maskedName, maskedCertNo: maskNumber(certNo), department: one.department },
    lines: one.lines.map((line) => wireLine(line, goods)),
    ...{ hasImage: one.hasImage, revision: one.revision, orderId: found.orderId ?? undefined },
    reviews: shownReviews(one.reviews),
    former: former.length ? former : undefined,
    messages: messages.map(({ kind, state, setlId, message, toldAt, sentAt, at }) => ({
      ...{ kind, state, setlId, text: message, at: formatTime(toldAt ?? sentAt ?? at) },
    })),
    events: events.map(({ at, move, text, by }) => ({ at: formatTime(at), move, text, by })),
  }
}
