import type { InputOf, ResultOf } from '@yibao/shared/call.ts'
import type { organ as calls } from '@yibao/shared/calls/organ.ts'
import { and, count, eq, exists, inArray, isNotNull, ne, or } from 'drizzle-orm'
import { newId } from '../../base/ids.ts'
import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import type { Database } from '../../database/open.ts'
import { endSignIns } from '../attendance/end-sign-ins.ts'
import { signIn } from '../attendance/tables.ts'
import { session, user } from '../auth/tables.ts'
import { awaitGoods, awaitOtherGoods } from '../catalogue/await-goods.ts'
import { intent, order } from '../order/tables.ts'
import { areaName } from '../organisation/districts.ts'
import { beginSetup } from '../organisation/setup.ts'
import type { StoreRow } from '../organisation/store.ts'
import { area, client, company, store } from '../organisation/tables.ts'
import { changeCompanyOf, joinCompanyRole } from '../permission/company-role.ts'
import { reachOf } from '../permission/reach.ts'
import { type OrganRow, organOf, shownOrgan } from './rows.ts'
import { toldOf } from './told.ts'

type Form = InputOf<typeof calls.createOrgan>
type Place = Pick<Form, 'companyId' | 'areaCode' | 'fixmedinsCode'>

/** Every message's number begins with it (domain.md 1.2). */
export const isFixmedinsCode = (code: string): boolean => /^[0-9A-Za-z]{12}$/.test(code)

/** A store is made in an area that the asker's data roles open as a whole: in another he would not see it. */
const checkPlace = async (c: Context, { companyId, areaCode, fixmedinsCode }: Place): Promise<void> => {
  if (!isFixmedinsCode(fixmedinsCode))
    refuse('organ.code', {}, { fields: { fixmedinsCode: '机构编码应为 12 位字母或数字' } })
  const reach = await reachOf(c)
  if (!reach.all && !reach.areas.has(areaCode)) refuse('organ.area', {}, { fields: { areaCode: '没有整个区划的权限' } })
  const [knownArea] = await c.db.select({ code: area.code }).from(area).where(eq(area.code, areaCode))
  if (!knownArea) refuse('not.found', { what: '这个区划' }, { fields: { areaCode: '没有这个区划' } })
  await checkCompany(c, { companyId, areaCode })
}

/** A company has open stores where its areas say, and none while it is stopped (domain.md 8.11). */
const checkCompany = async (
  { db }: Pick<Context, 'db'>,
  { companyId, areaCode }: Pick<Place, 'companyId' | 'areaCode'>,
): Promise<void> => {
  // Held by whoever writes a store in the same transaction: a company that is withdrawn meanwhile leaves none behind.
  const [found] = await db.select().from(company).where(eq(company.id, companyId)).for('share')
  if (!found) return refuse('not.found', { what: '这家公司' }, { fields: { companyId: '没有这家公司' } })
  const { name } = found
  if (found.stopped) refuse('organ.companyStopped', { name }, { fields: { companyId: '公司已停用' } })
  if (!found.areas.includes(areaCode))
    refuse('organ.companyArea', { name, area: areaName(areaCode) }, { fields: { areaCode: '公司没有开通这个区划' } })
}

/** An institution code is one store's, an ERP number one store's of its company. */
const checkTaken = async (c: Context, one: Pick<StoreRow, 'id' | 'companyId' | 'fixmedinsCode' | 'erpStoreNo'>) => {
  const sameNo = and(eq(store.companyId, one.companyId), eq(store.erpStoreNo, one.erpStoreNo))
  const others = await c.db
    .select({ name: store.name, fixmedinsCode: store.fixmedinsCode })
    .from(store)
    .where(
      and(ne(store.id, one.id), or(eq(store.fixmedinsCode, one.fixmedinsCode), one.erpStoreNo ? sameNo : undefined)),
    )
  for (const { name, fixmedinsCode } of others) {
    if (fixmedinsCode === one.fixmedinsCode)
      refuse('organ.taken', { code: fixmedinsCode }, { fields: { fixmedinsCode: '机构编码已属于其他门店' } })
    refuse('organ.erp', { erpStoreNo: one.erpStoreNo, name }, { fields: { erpStoreNo: `已绑定「${name}」` } })
  }
}

const checkDays = ({ contractFrom, contractTo }: { contractFrom?: string; contractTo?: string }): void => {
  if (contractFrom && contractTo && contractTo < contractFrom)
    refuse('input.invalid', { text: '协议到期早于协议开始' }, { fields: { contractTo: '协议到期早于协议开始' } })
}

/** What the log shows of a store. */
const noted = (row: Pick<StoreRow, 'name' | 'areaCode' | 'fixmedinsCode' | 'erpStoreNo' | 'contractTo'>) => ({
  ...{ name: row.name, areaCode: row.areaCode, fixmedinsCode: row.fixmedinsCode },
  ...{ erpStoreNo: row.erpStoreNo, contractTo: row.contractTo },
})

/** Organ/CreateOrgan */
export const createOrgan = async (asked: Form, c: Context): Promise<OrganRow> => {
  const form = { ...asked, fixmedinsCode: asked.fixmedinsCode.toUpperCase() }
  checkDays(form)
  await checkPlace(c, form)
  const id = newId(c.now)
  const wanted = { erpStoreNo: '', ...form, id }
  await checkTaken(c, wanted)
  const [made] = await c.db.transaction(async (tx) => {
    await checkCompany({ db: tx }, form)
    const added = await tx
      .insert(store)
      .values({ id, ...form })
      .onConflictDoNothing()
      .returning({ id: store.id })
    if (added.length) {
      await joinCompanyRole(tx, { ...form, id })
      await beginSetup({ db: tx, me: c.me, now: c.now }, id)
      await awaitGoods(tx, { ...form, id }, { by: c.me.name, at: c.now })
    }
    return added
  })
  // Somebody else had the same code a moment before.
  if (!made) await checkTaken(c, wanted)
  c.on(`${form.name} ${form.fixmedinsCode}`, id)
  return shownOrgan(c, id)
}

/** Something of an order has left for the centre: a basket that lies aside, was refused or only priced is none. */
const settles = async ({ db }: Pick<Context, 'db'>, storeId: string): Promise<boolean> => {
  const sent = db.select({ id: intent.id }).from(intent).where(eq(intent.orderId, order.id))
  const left = or(isNotNull(order.setlId), isNotNull(order.visitId), exists(sent))
  const found = await db
    .select({ id: order.id })
    .from(order)
    .where(and(eq(order.storeId, storeId), left))
    .limit(1)
  return found.length > 0
}

const emptied = {
  ...{ fixmedinsName: '', erpStoreNo: '', uscc: '', hospLevel: '', address: '', contact: '', phone: '' },
  ...{ contractFrom: '', contractTo: '' },
}

/**
 * What hangs on a store whose company or area is put right: its operators and the role of its company come along, its
 * sessions stand in the old place, and a counter PC that is registered with the other company opens none any more. Answers
 * which data roles it went out of.
 */
const moveAlong = async (tx: Database, before: StoreRow, { companyId, areaCode }: Place): Promise<string[]> => {
  const { id } = before
  // Priced or put aside only (`settles`): they are the store's, wherever it stands.
  await tx.update(order).set({ companyId, areaCode }).where(eq(order.storeId, id))
  await tx.delete(session).where(eq(session.storeId, id))
  if (companyId === before.companyId) return []
  const left = await changeCompanyOf(tx, { id, from: before.companyId, to: companyId })
  await tx.update(user).set({ companyId }).where(eq(user.storeId, id))
  await tx.delete(client).where(eq(client.storeId, id))
  return left
}

/**
 * Organ/ChangeOrgan. With a name it is the whole form, whose empty fields empty the store's. Company, area and code of
 * a store that has orders, or anything else on its centre's books, stay: they stand in messages and books of the centre. What the form does not have stays as it is
 * by then: somebody may have closed the store meanwhile.
 */
export const changeOrgan = async (
  { id, ...form }: InputOf<typeof calls.changeOrgan>,
  c: Context,
): Promise<ResultOf<typeof calls.changeOrgan>> => {
  const before = await organOf(c, id)
  const given = Object.fromEntries(Object.entries(form).filter(([, value]) => value !== undefined)) as Partial<Form>
  if (given.fixmedinsCode && given.fixmedinsCode !== before.fixmedinsCode)
    given.fixmedinsCode = given.fixmedinsCode.toUpperCase()
  const set = { ...(given.name === undefined ? {} : emptied), ...given }
  const next = { ...before, ...set }
  checkDays(next)
  const moved = (['companyId', 'areaCode', 'fixmedinsCode'] as const).filter((key) => next[key] !== before[key])
  // Whose company it is, no centre knows.
  const atCentre = moved.find((key) => key !== 'companyId')
  if (moved.length) {
    if (await settles(c, id)) refuse('organ.fixed', {}, { fields: { [moved[0]!]: '门店已有医保订单，不能修改' } })
    const told = atCentre && (await toldOf(c.db, id))
    if (told) refuse('organ.told', { told }, { fields: { [atCentre]: `医保中心已有本店的${told}，不能修改` } })
    await checkPlace(c, next)
  }
  await checkTaken(c, next)
  const left = await c.db.transaction(async (tx) => {
    const [now = before] = await tx.select().from(store).where(eq(store.id, id)).for('update')
    // Another one has put its place right meanwhile: what was checked is not what would be written.
    const same = now.companyId === before.companyId && now.areaCode === before.areaCode
    if (!same) refuse('seen.changed', { what: before.name })
    if (moved.length) await checkCompany({ db: tx }, next)
    if (moved.length && (await settles({ db: tx }, id))) refuse('seen.changed', { what: before.name })
    if (atCentre) await endSignIns(tx, eq(signIn.storeId, id), c.now)
    if (Object.keys(set).length) await tx.update(store).set(set).where(eq(store.id, id))
    if (moved.every((key) => key === 'fixmedinsCode')) return []
    await awaitOtherGoods(tx, next, { by: c.me.name, at: c.now })
    return moveAlong(tx, before, next)
  })
  const leftRoles = left.length ? left.join('、') : undefined
  c.on(`${next.name} ${next.fixmedinsCode}`, id)
  c.keep({ before: noted(before), after: { ...noted(next), leftRoles } })
  return { ...(await shownOrgan(c, id)), leftRoles }
}

/** Organ/CloseOrgan/{id}: its operators are logged out at once; nothing may be under way at the centre. */
export const closeOrgan = async (
  { id, reopen = false }: InputOf<typeof calls.closeOrgan>,
  c: Context,
): Promise<OrganRow> => {
  const before = await organOf(c, id)
  c.on(`${before.name} ${before.fixmedinsCode}`, id)
  c.keep({ before: { closed: before.closed }, after: { closed: !reopen } })
  await c.db.transaction(async (tx) => {
    const [now = before] = await tx.select().from(store).where(eq(store.id, id)).for('update')
    if (reopen) {
      await checkCompany({ db: tx }, now)
      // Its company's role was made, or brought up to date, while it was closed.
      await joinCompanyRole(tx, now)
    } else {
      const [waiting] = await tx
        .select({ n: count() })
        .from(order)
        .where(and(eq(order.storeId, id), inArray(order.state, ['settling', 'reversing', 'unknown'])))
      if (waiting?.n) refuse('organ.open', { n: waiting.n })
    }
    const closedAt = now.closed ? now.closedAt : c.now
    await tx
      .update(store)
      .set({ closed: !reopen, closedAt: reopen ? null : closedAt })
      .where(eq(store.id, id))
    if (!reopen) await tx.delete(session).where(eq(session.storeId, id))
  })
  return shownOrgan(c, id)
}
