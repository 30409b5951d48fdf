import type { serverChecks } from '@yibao/shared/setup.ts'
import { and, count, eq, ne, sql } from 'drizzle-orm'
import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import type { Operation } from '../../centre/operation.ts'
import { queryInstitution } from '../../centre/operations/institution.ts'
import { queryStaff } from '../../centre/operations/staff.ts'
import { ask as askCentre } from '../attendance/ask.ts'
import { dropSystemSignIn, systemHeader } from '../attendance/sign.ts'
import { soldBy } from '../catalogue/items.ts'
import { reportedBy } from '../catalogue/reported.ts'
import { item, itemMapping } from '../catalogue/tables.ts'
import { downloadTypes } from '../dictionary/download.ts'
import { settingsOf } from '../organisation/settings.ts'
import type { StoreRow } from '../organisation/store.ts'
import type { Progress } from '../system/progress.ts'
import { beginDownloads, catalogueState } from './catalogue.ts'

const timeoutMs = 30_000

/** What a check found; it throws a Refusal when the step is not passed. */
interface Found {
  text: string
  warn?: true
}

type Check = (c: Context, shop: StoreRow, running: Progress) => Promise<Found>

const ask = <A, R>({ deps }: Context, shop: StoreRow, operation: Operation<A, R>, args: A): Promise<R> =>
  askCentre(deps, shop, operation, args, timeoutMs)

/** The area's parameters exist, and a fresh 9001 comes back under them. */
const checkArea: Check = async (c, shop, running) => {
  const { areaName } = await settingsOf(c.db, shop.areaCode)
  await running.step(30, `正在以系统操作员签到 ${areaName}`)
  await dropSystemSignIn(c.deps, shop)
  const begin = performance.now()
  await systemHeader(c.deps, shop)
  return { text: `${areaName} ${shop.areaCode}，医保中心 ${Math.round(performance.now() - begin)} ms 应答，签到通过` }
}

/** 1201: the centre's name, code and licence beside ours; a difference is told, not refused (ux 5). */
const checkInstitution: Check = async (c, shop, running) => {
  await running.step(30, '正在查询机构信息')
  const found = await ask(c, shop, queryInstitution, { code: shop.fixmedinsCode })
  const pairs = [
    ['编号', found.code, shop.fixmedinsCode],
    ['名称', found.name, shop.fixmedinsName || shop.name],
    ['统一社会信用代码', found.uscc, shop.uscc],
  ] as const
  const said = (value: string) => (value ? `「${value}」` : '没有登记')
  const differences = pairs
    .filter(([, theirs, ours]) => !theirs || theirs !== ours)
    .map(([title, theirs, ours]) => `${title}：中心${said(theirs)}，本店${said(ours)}`)
  return differences.length
    ? { text: `与医保中心不一致。${differences.join('；')}`, warn: true }
    : { text: `${found.name}，${found.code}，统一社会信用代码 ${found.uscc}，与医保中心一致` }
}

/** 1901 of every type; one that the centre does not give holds up nobody. */
const checkDictionary: Check = async (c, shop, running) => {
  const { text, refused } = await downloadTypes(c, running, shop.areaCode)
  return refused ? { text, warn: true } : { text }
}

/**
 * The area's catalogue is here, or on its way, and the shop can sell on insurance: its company's items in the area, how
 * many of them have a national code, and how many of those this shop itself has told its centre (3301).
 */
const checkCatalogue: Check = async (c, shop, running) => {
  await running.step(1, '正在核对目录')
  await beginDownloads(c, shop.areaCode)
  const [found] = await c.db
    .select({
      total: count(),
      mapped: sql<number>`count(*) filter (where ${ne(item.nationalCode, '')})`.mapWith(Number),
      reported: count(itemMapping.ownCode),
    })
    .from(item)
    .leftJoin(itemMapping, and(reportedBy(shop.id), ne(item.nationalCode, '')))
    .where(and(soldBy(shop), eq(item.stopped, false)))
  const { total = 0, mapped = 0, reported = 0 } = found ?? {}
  if (!total) return refuse('setup.catalogue')
  if (!mapped) return refuse('setup.mapping', { total })
  const catalogue = await catalogueState(c, shop.areaCode, running)
  const rest = total - mapped
  const untold = mapped - reported
  const left = [
    ...(rest ? [`${rest} 种没有对照，只能自费销售`] : []),
    ...(untold ? [`${untold} 种本店还没有上报，结算按全自费：请管理员在「目录差异」按「重新上报全部对照」`] : []),
    ...(catalogue.left ? [catalogue.left] : []),
  ]
  const text = [`药品 ${total} 种，已对照 ${mapped} 种`, catalogue.text, ...left].join('；')
  return left.length ? { text, warn: true } : { text }
}

/** 5102: a pharmacy needs a registered pharmacist; doctors are for shops with a clinic. */
const checkStaff: Check = async (c, shop, running) => {
  await running.step(30, '正在查询药师')
  const pharmacists = await ask(c, shop, queryStaff, { type: 'pharmacist' })
  await running.step(60, '正在查询医师')
  const doctors = await ask(c, shop, queryStaff, { type: 'doctor' })
  if (!pharmacists.length) return refuse('setup.staff')
  return {
    text: `药师 ${pharmacists.length} 名（${pharmacists.map(({ name }) => name).join('、')}），医师 ${doctors.length} 名`,
  }
}

export const checks: Record<keyof typeof serverChecks, Check> = {
  area: checkArea,
  institution: checkInstitution,
  dictionary: checkDictionary,
  catalogue: checkCatalogue,
  staff: checkStaff,
}
