import type { InputOf } from '@yibao/shared/call.ts'
import type { settlement as settlementCalls } from '@yibao/shared/calls/counter.ts'
import { fen, yuan } from '@yibao/shared/money.ts'
import { formatTime } from '@yibao/shared/time.ts'
import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Context } from '../../call/context.ts'
import { Refusal, refuse } from '../../call/refuse.ts'
import { newId } from '../../ids.ts'
import { maskName } from '../../mask.ts'
import { storeOf } from '../attendance/sign.ts'
import { counterMark, hashPerson } from '../card/identity.ts'
import { isSingleUse, pastReading, readingOf, shownPerson } from '../card/read.ts'
import type { Seller } from '../catalogue/items.ts'
import { findOrder, reload } from '../order/find.ts'
import { note } from '../order/states.ts'
import { order } from '../order/tables.ts'
import type { OrderRow } from '../order/view.ts'
import { refuseState } from '../order/wrong-state.ts'
import { linesOf, totalOf } from './basket.ts'
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
    source: input.source ?? (input.erpBill ? '1' : '2'),
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
    const [row] = await c.db
      .update(order)
      .set({ ...content, ...his, ...another, basket })
      .where(and(eq(order.id, known.id), inArray(order.state, open)))
      .returning()
    if (!row) return refuseState(await reload(c.deps, known.id), '挂单')
    await note(c.db, row.id, c.now, { by: c.me.name, text: '挂单' })
    return parkedView(row)
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
  const [row] = await c.db
    .insert(order)
    .values({ ...fixed, ...operator, person, ...content })
    .returning()
  await note(c.db, row!.id, c.now, { by: c.me.name, text: '挂单' })
  return parkedView(row!)
}

/** Whose bill a parked basket is: it stays the ERP's, with the sum the ERP named. */
const billOf = ({ erpBill, basket, total }: OrderRow) =>
  erpBill === null
    ? undefined
    : { billNo: erpBill, revision: basket.erpRevision ?? 0, total: yuan(basket.erpTotal ?? total) }

/** Takes a basket back, once; the credential is read again when it was single-use or is older than 10 minutes. */
export const unpark = async (c: Context, parkedId: string) => {
  const [row] = await c.db
    .update(order)
    .set({ parked: false, operatorId: c.me.userId, operatorName: c.me.name, updatedAt: c.now })
    .where(and(eq(order.id, parkedId), eq(order.parked, true), c.scope.where(order.storeId)))
    .returning()
  if (!row) return refuse('park.gone')
  await note(c.db, row.id, c.now, { by: c.me.name, text: '取单' })
  const { basket } = row
  const reading = basket.readId
    ? await readingOf(c, basket.readId).catch((error: unknown) =>
        error instanceof Refusal ? undefined : Promise.reject(error),
      )
    : undefined
  const usable = reading && !isSingleUse(reading.person.medium) ? reading : undefined
  return {
    orderId: row.id,
    maskedName: row.maskedName,
    mark: row.psnHash === null ? undefined : counterMark(c.services.vault, row.storeId, row.psnHash),
    credentialNeeded: basket.readId !== undefined && !usable,
    person: usable ? shownPerson(c, await storeOf(c.deps, row.storeId), usable.person, usable) : undefined,
    insutype: row.insutype ?? undefined,
    medicalType: row.medicalType,
    diseaseCode: basket.diseaseCode,
    diseaseName: basket.diseaseName,
    accountUsed: basket.accountUsed,
    prescription: basket.prescription,
    herbs: basket.herbs,
    erp: billOf(row),
    lines: row.lines.map(({ ownCode, quantity, price, amount, traceCodes, lot, madeOn, expiresOn, dosage }) => ({
      ...{ ownCode, quantity, price, traceCodes, lot, madeOn, expiresOn, dosage },
      amount: row.erpBill ? yuan(amount) : undefined,
    })),
  }
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
