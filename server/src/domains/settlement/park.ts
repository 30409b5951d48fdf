import type { InputOf } from '@yibao/shared/call.ts'
import type { settlement as settlementCalls } from '@yibao/shared/calls/settlement.ts'
import { fen, yuan } from '@yibao/shared/money.ts'
import { formatTime } from '@yibao/shared/time.ts'
import { and, asc, eq, inArray } from 'drizzle-orm'
import { newId } from '../../base/ids.ts'
import { maskName } from '../../base/mask.ts'
import { Refusal, refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import type { Database } from '../../database/open.ts'
import { counterMark, hashPerson } from '../card/identity.ts'
import { isSingleUse, pastReading, type Reading, readingOf, shownPerson } from '../card/read.ts'
import type { Seller } from '../catalogue/items.ts'
import { findOrder, reload } from '../order/find.ts'
import { note } from '../order/states.ts'
import { order } from '../order/tables.ts'
import type { OrderRow } from '../order/view.ts'
import { refuseState } from '../order/wrong-state.ts'
import { type StoreRow, storeOf } from '../organisation/store.ts'
import { linesOf, sourceOf, totalOf } from './basket.ts'
import { newOrderNo } from './presettle.ts'

type ParkInput = InputOf<typeof settlementCalls.park>

const parkedView = (row: OrderRow) => ({
  parkedId: row.id,
  maskedName: row.maskedName || '未读凭证',
  count: row.lines.length,
  total: yuan(row.total),
})

const contentOf = async (c: Context, shop: Seller, input: ParkInput) => {
  const lines = await linesOf(c.db, shop, input.lines)
  // Whose it is does not run out with the reading: it asks for him again.
  const reading = input.readId && (await pastReading(c, input.readId))
  const { diseaseCode, diseaseName, prescription, pharmacistCode, pharmacistName, erpRevision, erpTotal, herbs } = input
  return {
    erpBill: input.erpBill,
    source: sourceOf(c.me, input),
    maskedName: reading ? maskName(reading.person.person.name) : '',
    // Whose it is from now on; where nobody was read since, what is known of it stays.
    psnHash: reading ? hashPerson(c.services.vault, reading.person.person.psnNo) : undefined,
    insutype: input.insutype,
    medicalType: input.medicalType,
    basket: {
      readId: input.readId,
      diseaseCode,
      diseaseName,
      accountUsed: input.accountUsed ?? true,
      prescription,
      pharmacistCode,
      pharmacistName,
      herbs,
      erpTotal: erpTotal === undefined ? undefined : fen(erpTotal),
      erpRevision,
      replaces: input.replaces,
    },
    lines,
    total: totalOf(lines),
    parked: true,
    split: null,
    settleKey: null,
    updatedAt: c.now,
  }
}

/** What is said of a basket that was put aside, with what was done: both are there, or neither. */
const noted = async (c: Context, tx: Database, row: OrderRow) => {
  await note(tx, row.id, c.now, { by: c.me.name, text: '挂单' })
  return c.keepAnswer(tx, parkedView(row))
}

/** Puts a basket aside for the store; no money moves and no split survives (ux 1.10). A booked order cannot be parked. */
export const park = async (c: Context, input: ParkInput) => {
  const storeRow = await storeOf(c.deps, c.storeId)
  const content = await contentOf(c, storeRow, input)
  if (input.orderId) {
    const known = await findOrder(c, input.orderId)
    const open: OrderRow['state'][] = ['drafted', 'presettled']
    const { replaces, readId } = known.basket
    // Nobody was read for it since it was taken back: it is still the same one's, and asks for him again.
    const his = content.maskedName ? {} : { maskedName: known.maskedName }
    const basket = { ...content.basket, readId: input.readId ?? readId, replaces: replaces ?? input.replaces }
    // What was confirmed was of whom it was said.
    const another = content.psnHash !== undefined && content.psnHash !== known.psnHash ? { audit: null } : {}
    const parked = await c.db.transaction(async (tx) => {
      const [row] = await tx
        .update(order)
        .set({ ...content, ...his, ...another, basket })
        .where(and(eq(order.id, known.id), inArray(order.state, open)))
        .returning()
      return row && noted(c, tx, row)
    })
    return parked ?? refuseState(await reload(c.deps, known.id), '挂单')
  }
  const { areaCode, companyId, id: storeId } = storeRow
  const person = { maskedCertNo: '', personTypeName: '', insuredAreaName: '' }
  const fixed = {
    id: newId(c.now),
    orderNo: await newOrderNo(c, storeRow),
    areaCode,
    companyId,
    storeId,
    state: 'drafted' as const,
    createdAt: c.now,
  }
  const operator = { operatorId: c.me.userId, operatorName: c.me.name }
  c.on(fixed.orderNo, storeId)
  return c.db.transaction(async (tx) => {
    const values = { ...fixed, ...operator, person, ...content }
    const [row] = await tx.insert(order).values(values).returning()
    return noted(c, tx, row!)
  })
}

/** Whose bill a parked basket is: it stays the ERP's, with the sum the ERP named. */
const billOf = ({ erpBill, basket, total }: OrderRow) =>
  erpBill === null
    ? undefined
    : { billNo: erpBill, revision: basket.erpRevision ?? 0, total: yuan(basket.erpTotal ?? total) }

/** Who was read for it, as far as it still serves: not when it was single-use or is older than 10 minutes. */
const usableOf = async (c: Context, { basket: { readId } }: OrderRow): Promise<Reading | undefined> => {
  const reading = readId
    ? await readingOf(c, readId).catch((error: unknown) =>
        error instanceof Refusal ? undefined : Promise.reject(error),
      )
    : undefined
  return reading && !isSingleUse(reading.person.medium) ? reading : undefined
}

/** The settlement that a basket is kept of, once it is taken back: from then on it is what remains of the return. */
const replacedOf = async (c: Context, { basket: { replaces } }: OrderRow) => {
  const old = replaces ? await reload(c.deps, replaces) : undefined
  if (old?.state !== 'reversed') return undefined
  const { id, maskedName, settledAt, fundTotal, account, familyAccount, cash } = old
  return {
    ...{ orderId: id, maskedName, settledAt: settledAt ? formatTime(settledAt) : undefined },
    ...{ fundTotal: yuan(fundTotal), account: yuan(account), familyAccount: yuan(familyAccount), cash: yuan(cash) },
  }
}

interface Beside {
  shop: StoreRow
  /** Who was read for it. */
  reading: Reading | undefined
  replaces: Awaited<ReturnType<typeof replacedOf>>
}

/** The basket as the counter takes it up. */
const takenView = (c: Context, row: OrderRow, { shop, reading, replaces }: Beside) => {
  const { basket } = row
  // Put aside once more meanwhile it may be another one's.
  const usable = reading?.id === basket.readId ? reading : undefined
  return {
    orderId: row.id,
    maskedName: row.maskedName,
    mark: row.psnHash === null ? undefined : counterMark(c.services.vault, row.storeId, row.psnHash),
    credentialNeeded: basket.readId !== undefined && !usable,
    person: usable ? shownPerson(c, shop, usable.person, usable) : undefined,
    insutype: row.insutype ?? undefined,
    medicalType: row.medicalType,
    diseaseCode: basket.diseaseCode,
    diseaseName: basket.diseaseName,
    accountUsed: basket.accountUsed,
    prescription: basket.prescription,
    herbs: basket.herbs,
    replaces,
    erp: billOf(row),
    lines: row.lines.map(({ ownCode, quantity, price, amount, traceCodes, lot, madeOn, expiresOn, dosage }) => ({
      ...{ ownCode, quantity, price, traceCodes, lot, madeOn, expiresOn, dosage },
      amount: row.erpBill ? yuan(amount) : undefined,
    })),
  }
}

/** Takes a basket back, once, and whole: what else is read for it is read before. */
export const unpark = async (c: Context, parkedId: string) => {
  const lies = and(eq(order.id, parkedId), eq(order.parked, true), c.scope.where(order.storeId))
  const [known] = await c.db.select().from(order).where(lies)
  if (!known) return refuse('park.gone')
  c.on(known.orderNo, known.storeId)
  const [reading, replaces] = [await usableOf(c, known), await replacedOf(c, known)]
  const beside = { shop: await storeOf(c.deps, known.storeId), reading, replaces }
  const taken = await c.db.transaction(async (tx) => {
    const operator = { operatorId: c.me.userId, operatorName: c.me.name }
    const [row] = await tx
      .update(order)
      .set({ parked: false, ...operator, updatedAt: c.now })
      .where(lies)
      .returning()
    if (!row) return undefined
    await note(tx, row.id, c.now, { by: c.me.name, text: '取单' })
    return c.keepAnswer(tx, takenView(c, row, beside))
  })
  return taken ?? refuse('park.gone')
}

/** The store's parked baskets, oldest first. */
export const parkedList = async (c: Context) => {
  const rows = await c.db
    .select()
    .from(order)
    .where(and(eq(order.parked, true), c.scope.where(order.storeId)))
    .orderBy(asc(order.updatedAt), asc(order.id))
    .limit(100)
  return rows.map((row) => ({ ...parkedView(row), at: formatTime(row.updatedAt), operatorName: row.operatorName }))
}
