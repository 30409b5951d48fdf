import type { InputOf } from '@yibao/shared/call.ts'
import type { settlement as settlementCalls } from '@yibao/shared/calls/settlement.ts'
import { fen } from '@yibao/shared/money.ts'
import { formatDay } from '@yibao/shared/time.ts'
import { and, eq } from 'drizzle-orm'
import { newId } from '../../base/ids.ts'
import { maskName, maskNumber } from '../../base/mask.ts'
import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import { lifeBegan } from '../../database/life.ts'
import { nextSerial } from '../attendance/serial.ts'
import { clerkHeader } from '../attendance/sign.ts'
import { auditBasket, keptHits, stillConfirmed } from '../audit/counter/check.ts'
import { keepFindings } from '../audit/counter/confirm.ts'
import { hashPerson, identityOf } from '../card/identity.ts'
import { outFlagOf } from '../card/out-flag.ts'
import { type Reading, readingOf } from '../card/read.ts'
import type { Identity } from '../card/types.ts'
import { keptYearBefore } from '../card/year-before.ts'
import { requireOffered } from '../dictionary/medical-types.ts'
import type { StoredAudit, StoredHit } from '../order/audit-hit.ts'
import { findOrder, orderOfBill, reload } from '../order/find.ts'
import { move, note } from '../order/states.ts'
import { order } from '../order/tables.ts'
import type { Line, StoredBasket } from '../order/types.ts'
import type { OrderRow } from '../order/view.ts'
import { refuseStale, refuseState } from '../order/wrong-state.ts'
import { areaName } from '../organisation/districts.ts'
import { labelOf } from '../organisation/labels.ts'
import { settingsOf } from '../organisation/settings.ts'
import { type StoreRow, storeOf } from '../organisation/store.ts'
import { rxOfBasket } from '../prescription/allow.ts'
import { needsOf, needsVisit } from '../visit/needs.ts'
import {
  linesOf,
  requireCodes,
  requirePrescription,
  requireReviewed,
  requireUnexpired,
  sourceOf,
  totalOf,
  warningsOf,
} from './basket.ts'
import { refuseUnbilled } from './bind-bill.ts'
import { herbsOf } from './herbs.ts'
import { requireSamePerson, withReplaced } from './part-return.ts'
import { pricedBatch, priceOf } from './price.ts'
import { reasonsOf } from './reasons.ts'
import { leftOf, splitLines, splitOf } from './sale.ts'
import { sameAgain } from './same-again.ts'
import { soldHits, soldWarnings } from './sold-codes.ts'
import { refuseSale } from './trace-refusal.ts'

type Input = InputOf<typeof settlementCalls.preSettle>

const snapshotOf = (
  c: Context,
  storeRow: StoreRow,
  { person: { person } }: Reading,
  { identity, insutype }: { identity: Identity; insutype: string },
) => ({
  name: person.name,
  gender: person.gender || undefined,
  age: Math.floor(Number(person.age ?? 0)) || undefined,
  maskedCertNo: maskNumber(person.certificateNo),
  personType: identity.personType,
  personTypeName: labelOf(
    c.services.centre.of(storeRow.areaCode).profile.edition,
    'psn_type',
    identity.personType,
    c.caches,
  ),
  insuredAreaName: areaName(identity.insuredArea || storeRow.areaCode),
  insuredArea: identity.insuredArea || storeRow.areaCode,
  civilServant: person.insurances.find(({ insurance }) => insurance === insutype)?.civilServant,
})

/** The reviewed prescription that the basket names, where it allows these lines to this person. */
const reviewedFor = (
  c: Context,
  shop: StoreRow,
  { prescription, orderId, replaces, lines }: Pick<Input, 'prescription' | 'orderId' | 'replaces'> & { lines: Line[] },
  { psnNo, certificateNo: certNo, name, insuredArea }: Identity,
) =>
  rxOfBasket(c, {
    ...{ id: prescription?.id ?? '', shop, person: { psnNo, certNo, name, insuredArea } },
    ...{ lines, orderId, replaces },
  })

interface Audited {
  reading: Reading
  lines: Line[]
  psnHash: string
  diagnosis: string | undefined
  /** Packs of it that were sold before. */
  sold: StoredHit[]
}

/** The rules' word on the basket; of what is kept of a partial return what was said when it was bought. */
const auditOf = async (
  c: Context,
  store: StoreRow,
  { replaces, orderId, insutype, medicalType, diseaseCode, diseaseName, prescription }: Input,
  { reading, lines, psnHash, diagnosis, sold }: Audited,
): Promise<{ audit: StoredAudit | null; judged?: StoredBasket['judged'] }> => {
  if (replaces) {
    const kept = keptHits(lines, (await findOrder(c, replaces)).audit)
    return { audit: kept.length ? { hits: kept } : null }
  }
  const [{ hits, judged }, again] = await Promise.all([
    auditBasket(c, {
      ...{ store, person: reading.person.person, psnHash, lines, insutype, medicalType, orderId },
      disease: [diseaseCode, diseaseName],
      diagnosis,
      prescription: prescription !== undefined,
    }),
    sameAgain(c, { storeId: store.id, psnHash, lines, orderId }),
  ])
  const all = [...again, ...sold, ...hits]
  return { audit: all.length ? { hits: all } : null, judged }
}

/** The columns an order takes from the basket and the reading; refuses what cannot be settled. */
const contentOf = async (c: Context, storeRow: StoreRow, input: Input) => {
  const reading = await readingOf(c, input.readId)
  const identity = identityOf(reading.person, input.insutype) ?? refuse('insurance.missing')
  const asked = await linesOf(c.db, storeRow, input.lines)
  const total = totalOf(asked, input.erpTotal)
  requirePrescription(asked, input.prescription)
  const settings = await settingsOf(c.db, storeRow.areaCode)
  const today = formatDay(c.now)
  // What a customer keeps of a return was sold before.
  if (!input.replaces) requireUnexpired(asked, settings, today)
  const rx = input.prescription?.id ? await reviewedFor(c, storeRow, { ...input, lines: asked }, identity) : undefined
  const lines = rx ? asked.map((line) => ({ ...line, dosage: rx.dosage.get(line.ownCode) ?? line.dosage })) : asked
  if (!rx) requireReviewed(lines, settings)
  requireCodes(lines, settings)
  // What a customer keeps of a return stays what it was sold as.
  if (!input.replaces) await requireOffered(c.db, storeRow.areaCode, input.medicalType, c.now)
  if (settings.chronicMedicalTypes.includes(input.medicalType) && !input.diseaseCode) return refuse('disease.missing')
  const person = snapshotOf(c, storeRow, reading, { identity, insutype: input.insutype })
  const psnHash = hashPerson(c.services.vault, identity.psnNo)
  await requireSamePerson(c, input.replaces, psnHash)
  const before = await soldWarnings(c.db, storeRow, lines, input.replaces ?? '')
  const { audit, judged } = await auditOf(c, storeRow, input, {
    ...{ reading, lines, psnHash, diagnosis: rx?.diagnosis },
    sold: soldHits(lines, before),
  })
  const columns = {
    erpBill: input.erpBill,
    source: sourceOf(c.me, input, rx?.circulated),
    person,
    identity: c.services.vault.seal(JSON.stringify(identity)),
    psnHash,
    maskedName: maskName(identity.name),
    insutype: input.insutype,
    medicalType: input.medicalType,
    outFlag: outFlagOf(storeRow.areaCode, identity.insuredArea),
    basket: {
      readId: input.readId,
      diseaseCode: input.diseaseCode,
      diseaseName: input.diseaseName,
      accountUsed: input.accountUsed ?? true,
      prescription: rx?.prescription ?? input.prescription,
      ...(rx?.circulated ? { circulated: true } : {}),
      // Of a reviewed one nobody but its reviewer, whose code nobody may have written yet.
      ...(rx?.pharmacist ?? { pharmacistCode: input.pharmacistCode, pharmacistName: input.pharmacistName }),
      herbs: herbsOf(lines, input.herbs),
      erpTotal: input.erpTotal === undefined ? undefined : fen(input.erpTotal),
      erpRevision: input.erpRevision,
      replaces: input.replaces,
      judged,
      era: (await lifeBegan(c)).getTime(),
    },
    lines,
    prescriptionId: rx?.prescription.id ?? null,
    warnings: [...warningsOf(lines, today), ...before.map(({ text }) => text)],
    audit,
    total,
    parked: false,
  }
  const sold = { storeId: storeRow.id, basket: columns.basket, rx }
  const needs = needsVisit(settings, input.medicalType) ? await needsOf(c, sold, settings) : undefined
  const { balance } = reading.person.person.insurances.find(({ insurance }) => insurance === input.insutype) ?? {}
  return { identity, columns, needs, condition: rx?.diagnosis, unasked: rx?.unasked, balance }
}

type Columns = Awaited<ReturnType<typeof contentOf>>['columns']

/** Order number for people: store, day and a serial. */
export const newOrderNo = async ({ db, now }: Context, storeRow: StoreRow): Promise<string> => {
  const serial = String(await nextSerial(db)).padStart(4, '0')
  const clock = now.getTime().toString(36).slice(-5).toUpperCase()
  return `${storeRow.fixmedinsCode.slice(-5)}${formatDay(now).replaceAll('-', '').slice(2)}${clock}${serial}`
}

/**
 * Writes the draft: a new order, or the same one again while nothing of it has been booked; `before` is what the audit had
 * said of it.
 */
const saveDraft = async (
  c: Context,
  storeRow: StoreRow,
  orderId: string | undefined,
  columns: Columns,
): Promise<{ draft: OrderRow; before: StoredAudit | null }> => {
  const operator = { operatorId: c.me.userId, operatorName: c.me.name }
  if (!orderId) {
    const orderNo = await newOrderNo(c, storeRow)
    const { areaCode, companyId, id: storeId } = storeRow
    c.on(orderNo, storeId)
    const fixed = {
      id: newId(c.now),
      orderNo,
      areaCode,
      companyId,
      storeId,
      state: 'drafted' as const,
      createdAt: c.now,
      updatedAt: c.now,
    }
    const [row] = await c.db
      .insert(order)
      .values({ ...fixed, ...operator, ...columns })
      .returning()
    return { draft: row!, before: null }
  }
  const known = await findOrder(c, orderId)
  if (known.state !== 'drafted' && known.state !== 'presettled') return refuseState(known, '重新预结算')
  // What was confirmed was of whom it was said.
  const said = known.psnHash === columns.psnHash ? known.audit : null
  const audit = columns.audit && { ...columns.audit, hits: stillConfirmed(columns.audit.hits, said) }
  const [row] = await c.db
    .update(order)
    .set({ ...columns, audit, ...operator, split: null, settleKey: null, updatedAt: c.now })
    .where(and(eq(order.id, orderId), eq(order.state, known.state)))
    .returning()
  return row ? { draft: row, before: known.audit } : refuse('order.busy')
}

/**
 * 2101, or in a visit 2201 to 2206: computes the split and keeps it with a new settleKey; nothing is booked. An ERP bill that is settled already
 * answers with its order; one under way is refused.
 */
export const preSettle = async (c: Context, asked: Input): Promise<OrderRow> => {
  const input = await withReplaced(c, asked)
  const storeRow = await storeOf(c.deps, c.storeId)
  const sameBill = input.erpBill ? await orderOfBill(c.deps, c.storeId, input.erpBill) : undefined
  if (sameBill) c.on(sameBill.orderNo, sameBill.storeId)
  if (sameBill?.state === 'settled') return sameBill
  if (sameBill) return refuse('order.bill', { bill: input.erpBill ?? '' })
  const { identity, columns, needs, condition, unasked, balance } = await contentOf(c, storeRow, input)
  if (input.erpBill) await refuseUnbilled(c, input.erpBill, { storeId: storeRow.id, ...columns })
  const header = await clerkHeader(c.deps, storeRow, c.me, identity.insuredArea)
  const { draft, before } = await saveDraft(c, storeRow, input.orderId, columns)
  const pricing = priceOf(c, { shop: storeRow, draft, identity, header, needs, condition })
  const [{ answer, infno, visit }] = await Promise.all([pricing, keepFindings(c, draft, before)])
  const at = c.deps.clock()
  if (answer.kind !== 'booked') {
    await note(c.db, draft.id, at, {
      by: c.me.name,
      text: answer.kind === 'refused' ? `医保中心：“${answer.message}”` : '预结算没有得到答复',
    })
    return refuseSale({ answer, infno }, c.services.centre.of(storeRow.areaCode).profile, draft)
  }
  const split = leftOf(splitOf(answer.value), balance)
  // Of the moment in which it was asked: of that day it is (settle.ts).
  const settleKey = newId(c.now)
  const lines = splitLines(draft.lines, answer.value)
  const { fundTotal, account, familyAccount, cash } = split
  // The slip of who buys for a disease says it. The centre may have answered while it was priced; nobody waits for it.
  const yearBefore = input.diseaseCode ? await keptYearBefore(c, input.readId) : undefined
  const patch = {
    ...(yearBefore && { person: { ...draft.person, yearBefore } }),
    split,
    lines,
    reasons: [...(unasked ? [unasked] : []), ...reasonsOf(split, lines, draft.basket)],
    settleKey,
    fundTotal,
    account,
    familyAccount,
    cash,
    // What an earlier basket was settled in, or not.
    visitId: visit?.id ?? null,
    visitBatch: visit ? pricedBatch(settleKey, visit.batch) : null,
    mdtrtId: visit?.mdtrtId ?? null,
  }
  const moved = await move(c.db, draft.id, 'presettle', at, { by: c.me.name, patch, draft })
  if (moved) return moved
  const now = await reload(c.deps, draft.id)
  // Another basket was written into it, or it was put aside: this answer is of neither.
  return now.state === 'drafted' || now.state === 'presettled' ? refuseStale(now) : now
}
