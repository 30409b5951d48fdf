import type { InputOf, ResultOf } from '@yibao/shared/call.ts'
import type { rx as calls } from '@yibao/shared/calls/prescription.ts'
import { addDays, formatDay } from '@yibao/shared/time.ts'
import { and, eq } from 'drizzle-orm'
import { newId } from '../../base/ids.ts'
import { maskName } from '../../base/mask.ts'
import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import { brokenIndex } from '../../database/broken-index.ts'
import type { Database } from '../../database/open.ts'
import { readingOf } from '../card/read.ts'
import { storeOf } from '../organisation/store.ts'
import { matchLines } from './goods.ts'
import { moveRx, noteRx, notOthers, stateTitle, tellRx } from './moving.ts'
import { marksOf, openPersonal, sealPersonal } from './personal.ts'
import { type Rx, rxOf } from './rows.ts'
import { shownRx } from './shown.ts'
import { prescription, type RxState } from './tables.ts'
import { lockNumber, requireNotDownloaded } from './twice.ts'

type Form = InputOf<typeof calls.save>
type Detail = ResultOf<typeof calls.get>

/** A paper says three days at most unless the doctor wrote another one: the day of issue and two more (domain.md 7.3). */
const usualDays = 2

/** States in which it may still be written at. */
export const open: readonly RxState[] = ['waiting', 'returned', 'refused']

const checkDays = ({ prescribedOn, validUntil }: Form, today: string): string => {
  const until = validUntil ?? addDays(prescribedOn, usualDays)
  if (prescribedOn > today) refuse('rx.future', {}, { fields: { prescribedOn: '开方日期还没有到' } })
  if (until < prescribedOn) refuse('rx.days', {}, { fields: { validUntil: '有效期早于开方日期' } })
  return until
}

/** gend as people's sex is kept: 0 male, 1 female. */
export const sexOf = (gender = ''): Rx['sex'] => (gender === '1' ? '0' : gender === '2' ? '1' : '')

/** Whose it is: as the card says, else as the paper does. What is not typed again stays. */
const personOf = async (c: Context, form: Form, before: Rx | undefined) => {
  const { vault } = c.services
  const kept = before && openPersonal(vault, before.personal)
  if (form.readId) {
    const { person } = (await readingOf(c, form.readId)).person
    const { name, certificateNo: certNo, psnNo } = person
    return {
      ...marksOf(vault, { name, certNo, psnNo }),
      ...{ name, certNo, sex: sexOf(person.gender), age: Math.floor(Number(person.age ?? 0)) || null },
    }
  }
  const name = form.name?.trim() || kept?.name
  if (!name) return refuse('rx.patient', {}, { fields: { name: '姓名不能为空' } })
  const certNo = form.certNo ?? kept?.certNo ?? ''
  const marks = marksOf(vault, { name, certNo })
  // The person whose card was read stays that person as long as name and number do.
  const same = before && kept && kept.name === name && kept.certNo === certNo
  const sex: Rx['sex'] = form.sex ?? before?.sex ?? ''
  return { ...marks, ...(same ? { psnHash: before.psnHash } : {}), name, certNo, sex, age: form.age ?? null }
}

const columnsOf = async (c: Context, form: Form, before: Rx | undefined, shop: Parameters<typeof matchLines>[1]) => {
  const validUntil = checkDays(form, formatDay(c.now))
  const { name, certNo, ...person } = await personOf(c, form, before)
  const lines = await matchLines(c.db, shop, form.lines)
  const personal = sealPersonal(c.services.vault, { name, certNo, diagnosis: form.diagnosis.trim() })
  return {
    ...person,
    ...{ number: form.number, hospital: form.hospital.trim(), department: form.department?.trim() ?? '' },
    ...{ doctor: form.doctor.trim(), prescribedOn: form.prescribedOn, validUntil, lines, personal },
    ...{ rxType: form.rxType, attribute: form.attribute, maskedName: maskName(name) },
    ...{ state: 'waiting' as const, reviews: [], reason: '', enteredName: c.me.name, submittedAt: c.now },
    ...{ takenBy: '', takenName: '', takenUntil: null },
  }
}

type Typed = 'department' | 'doctor' | 'prescribedOn' | 'validUntil' | 'rxType' | 'attribute' | 'lines' | 'personal'
type Paper = Pick<Rx, Typed | 'psnHash' | 'certHash' | 'nameHash'>

/** What is on a paper, as far as somebody typed it. */
const writtenOn = (c: Context, one: Paper) => {
  const { psnHash, certHash, nameHash, department, doctor, prescribedOn, validUntil, rxType, attribute, lines } = one
  const { diagnosis } = openPersonal(c.services.vault, one.personal)
  const head = [department, doctor, prescribedOn, validUntil, rxType, attribute, diagnosis]
  const drugs = lines.map(({ name, spec, quantity, unit, usage, ownCode, limit }) =>
    [name, spec, quantity, unit, usage, ownCode, limit].join('\n'),
  )
  return JSON.stringify([psnHash, certHash, nameHash, head, drugs])
}

/**
 * The paper that the asker wrote down just so, and that nobody has touched since: the answer got lost, and he sent it again.
 * His photograph is still to come.
 */
const sentBefore = async (
  c: Context,
  storeId: string,
  paper: Paper & Pick<Rx, 'number' | 'hospital'>,
): Promise<string | undefined> => {
  const { number, hospital } = paper
  const [kept] = await c.db
    .select()
    .from(prescription)
    .where(
      and(
        eq(prescription.storeId, storeId),
        and(eq(prescription.number, number), eq(prescription.hospital, hospital)),
        and(eq(prescription.source, 'paper'), eq(prescription.state, 'waiting')),
        and(eq(prescription.revision, 1), eq(prescription.takenBy, '')),
      ),
    )
  const mine = kept?.editors.every((userId) => userId === c.me.userId)
  return mine && writtenOn(c, kept!) === writtenOn(c, paper) ? kept!.id : undefined
}

const add = async (c: Context, form: Form): Promise<string> => {
  const shop = await storeOf(c.deps, c.storeId)
  const id = newId(c.now)
  const columns = await columnsOf(c, form, undefined, shop)
  const before = await sentBefore(c, shop.id, columns)
  if (before) return before
  const place = { companyId: shop.companyId, areaCode: shop.areaCode, storeId: shop.id }
  const fixed = { id, ...place, editors: [c.me.userId], createdAt: c.now, changedAt: c.now }
  await c.db.transaction(async (tx) => {
    await lockNumber(tx, shop, form.number)
    await requireNotDownloaded(tx, shop, form.number)
    await tx.insert(prescription).values({ ...fixed, ...columns })
    await noteRx(tx, id, c.now, { move: '录入', by: c.me.name })
  })
  c.on(`${shop.name} ${form.number}`, shop.id)
  tellRx(c, { id, storeId: shop.id })
  return id
}

const change = async (c: Context, id: string, revision: number | undefined, form: Form): Promise<string> => {
  const { one, taken, shop } = await rxOf(c, id)
  if (one.source === 'circulation') refuse('rx.circulated')
  if (!open.includes(one.state)) refuse('rx.state', { state: stateTitle(one.state), action: '修改' })
  if (!notOthers({ one, taken }, c.me.userId)) refuse('rx.taken', { name: one.takenName })
  if (revision !== undefined && one.revision !== revision) refuse('rx.changed', { action: '保存' })
  const columns = await columnsOf(c, form, one, shop)
  const editors = [...new Set([...one.editors, c.me.userId])]
  const set = { ...columns, editors, revision: one.revision + 1 }
  const also = async (tx: Database) => {
    if (form.number === one.number) return
    await lockNumber(tx, shop, form.number)
    await requireNotDownloaded(tx, shop, form.number)
  }
  await moveRx(c, one, { from: open, set, move: '修改', by: c.me.name, also })
  return id
}

/** Rx/Save and Rx/CounterSave: written down, or corrected, and waiting for a pharmacist from then on. */
export const saveRx = async ({ id, revision, ...form }: Form, c: Context): Promise<Detail> => {
  const saved = await (id ? change(c, id, revision, form) : add(c, form)).catch((error: unknown) => {
    if (brokenIndex(error) !== 'prescription_number') throw error
    return refuse('rx.number', { hospital: form.hospital, number: form.number }, { fields: { number: '已经录入' } })
  })
  return shownRx(c, saved)
}
