import { formatAmount, yuan } from '@yibao/shared/money.ts'
import { formatDay } from '@yibao/shared/time.ts'
import { and, asc, eq, isNull, ne, sql } from 'drizzle-orm'
import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import { resultRows } from '../../centre/files.ts'
import { queryLines, querySettlement } from '../../centre/operations/settlement-query.ts'
import { refuseOutcome } from '../../centre/refuse-outcome.ts'
import { clerkHeader, doSignIn, operatorOf } from '../attendance/sign.ts'
import { signIn } from '../attendance/tables.ts'
import { confirmAudit } from '../audit/counter/confirm.ts'
import { bookRows, rowsInTotals, sumsOf } from '../book/rows.ts'
import { benefitsOf } from '../card/benefits.ts'
import { openIdentity } from '../card/identity.ts'
import { readPerson } from '../card/read.ts'
import { soldBy } from '../catalogue/items.ts'
import { item } from '../catalogue/tables.ts'
import { reverseByClerk } from '../counter/reverse.ts'
import { openHits } from '../order/audit-hit.ts'
import { reload } from '../order/find.ts'
import { groupOf } from '../order/group.ts'
import type { OrderRow } from '../order/view.ts'
import { settingsOf } from '../organisation/settings.ts'
import type { StoreRow } from '../organisation/store.ts'
import { askTotals } from '../reconciliation/centre/ask-totals.ts'
import { exchangeDetails } from '../reconciliation/centre/exchange.ts'
import { recheck, voidOrder } from '../settlement/person-decides.ts'
import { preSettle } from '../settlement/presettle.ts'
import { settle } from '../settlement/settle.ts'
import { doSignOut } from '../sign-in/sign-out.ts'
import { endVisit } from '../visit/close.ts'
import type { Actor } from './actor.ts'
import type { Infno } from './scenario.ts'

/** Why the run's own purchases are taken back, in their record. */
export const because = '接口验收'

/** What a run knows and has made so far. */
export interface World {
  actor: Actor
  shop: StoreRow
  medium: 'idCard' | 'socialCard'
  ownCode: string | undefined
  quantity: string
  /** He was signed in before the run and wants to be afterwards. */
  wasSignedIn: boolean
  person?: Awaited<ReturnType<typeof readPerson>>
  order?: OrderRow
  /** med_type of a purchase in a registered visit, in areas that have such and ask for no disease. */
  visitType: string | undefined
  /** The purchase in one. */
  visited?: OrderRow
  /** Told of each purchase before it is settled. */
  bought: (order: OrderRow) => Promise<void>
}

/**
 * One thing that the product does, and the transactions it takes; answers what it saw. Refuses when something is not as
 * it must be.
 */
interface Act {
  infnos: readonly Infno[]
  run: (world: World) => Promise<string>
}

const wrong = (text: string): never => refuse('acceptance.wrong', { text })

const tail = (number: string | null | undefined) => `…${(number ?? '').slice(-6)}`

const signInAt = ({ shop }: World, c: Context) =>
  doSignIn(c.deps, shop, operatorOf(c.me), { sessionId: c.me.sessionId, ip: c.ip })

const signInAnew = async (world: World): Promise<string> => {
  const { actor, shop } = world
  const c = actor.context()
  // An open one would be taken as it is, and nothing would leave.
  const { operatorNo } = operatorOf(c.me)
  await c.db
    .update(signIn)
    .set({ signedOutAt: c.now, ended: 'again' })
    .where(and(eq(signIn.storeId, shop.id), eq(signIn.operatorNo, operatorNo), isNull(signIn.signedOutAt)))
  const { signNo } = await signInAt(world, c)
  return `签到号 ${tail(signNo)}`
}

/** The named goods, or the cheapest ones of the store that need no prescription, and no code where the area wants codes. */
const goodsOf = async ({ actor, shop, ownCode }: World) => {
  const { db } = actor.context()
  const mine = and(soldBy(shop), eq(item.stopped, false))
  const { traceCodeRequired } = await settingsOf(db, shop.areaCode)
  // A run has no pack in its hand, and a made-up code would stand in somebody's book.
  const uncoded = traceCodeRequired ? sql`${item.nationalCode} !~ '^[XZ]'` : undefined
  const cheapest = and(
    eq(item.prescription, false),
    ne(item.nationalCode, ''),
    sql`${item.price}::numeric > 0`,
    uncoded,
  )
  const [found] = await db
    .select()
    .from(item)
    .where(and(mine, ownCode ? eq(item.ownCode, ownCode) : cheapest))
    .orderBy(sql`${item.price}::numeric`, asc(item.ownCode))
    .limit(1)
  if (found) return found
  if (ownCode) return wrong(`本店没有编码为 ${ownCode} 的商品`)
  return wrong(
    traceCodeRequired
      ? '本地区要求录入追溯码，本店没有不用追溯码的非处方商品（如中药饮片），请先添加一种，或验收期间关闭「必须录入追溯码」'
      : '本店没有已对应国家码的非处方商品，请填写商品编码',
  )
}

/** A purchase priced by the centre, ready to be settled. */
const priced = async (world: World, c: Context, medicalType = '41'): Promise<OrderRow> => {
  const { readId, insutype } = world.person!
  const { ownCode, price } = await goodsOf(world)
  const lines = [{ ownCode, price, quantity: world.quantity }]
  const row = await preSettle(c, { readId, insutype, medicalType, lines })
  await world.bought(row)
  const { settleKey } = row
  return openHits(row.audit).length && settleKey
    ? confirmAudit(c, { orderId: row.id, settleKey, reason: because })
    : row
}

const settled = async (c: (key: string) => Context, row: OrderRow): Promise<OrderRow> =>
  settle(c(row.settleKey ?? ''), row.id)

const figures = ({ total, fundTotal, account, cash }: OrderRow) =>
  `费用 ${yuan(total)} = 基金 ${yuan(fundTotal ?? 0)} + 个人账户 ${yuan(account ?? 0)} + 现金 ${yuan(cash ?? 0)}`

const query = async ({ actor, shop, order }: World) => {
  const c = actor.context()
  const { psnNo, insuredArea } = openIdentity(c.services.vault, order!.identity)
  return {
    client: c.services.centre.of(shop.areaCode),
    header: await clerkHeader(c.deps, shop, c.me, insuredArea),
    asked: { psnNo, setlId: order!.setlId ?? '', mdtrtId: order!.mdtrtId ?? '' },
  }
}

const waiting = { timeoutMs: 60_000 }

const askSettlement = async (world: World): Promise<string> => {
  const { client, header, asked } = await query(world)
  const answer = await client.run(querySettlement, asked, header, waiting)
  if (answer.kind !== 'booked') return refuseOutcome(answer)
  const { total, medinsSetlId } = answer.value
  if (total !== world.order!.total) wrong(`查询到的费用 ${yuan(total)} 与结算的 ${yuan(world.order!.total)} 不一致`)
  if (medinsSetlId && medinsSetlId !== world.order!.msgid) wrong('查询到的报文号不是这笔结算的')
  return `与结算一致：费用 ${yuan(total)}`
}

const askLines = async (world: World): Promise<string> => {
  const { client, header, asked } = await query(world)
  const answer = await client.run(queryLines, asked, header, waiting)
  if (answer.kind !== 'booked') return refuseOutcome(answer)
  const [listed, sold] = [answer.value.length, world.order!.lines.length]
  return listed === sold ? `${listed} 行明细` : wrong(`查询到 ${listed} 行明细，结算了 ${sold} 行`)
}

/** Settles a purchase of the run, or takes it back; answers what to say of it. */
const bookIn = async (world: World, which: 'order' | 'visited'): Promise<string> => {
  const row = await settled(world.actor.context, world[which]!)
  world[which] = row
  if (row.state !== 'settled') wrong('没有收到结算的答复，系统正在核实，见「异常订单」')
  return `结算号 ${tail(row.setlId)}，${figures(row)}`
}

const takeBackIn = async (world: World, which: 'order' | 'visited'): Promise<string> => {
  const row = await reverseByClerk(world.actor.context(), world[which]!, because)
  world[which] = row
  if (row.state !== 'reversed') wrong('没有收到撤销的答复，系统正在核实，见「异常订单」')
  return `结算 ${tail(row.setlId)} 已撤销`
}

/** What is not sold in the visit is given up first, as a clerk does. */
const endVisited = async ({ actor, visited }: World): Promise<string> => {
  const c = actor.context()
  const row = await reload(c.deps, visited!.id)
  if (row.state === 'presettled' || row.state === 'drafted') await voidOrder(c, row, because)
  const told = row.visitId ? await endVisit(c.deps, row.visitId) : undefined
  // What is settled in it stands, or may: what 2208 came to says why.
  if (!told) return '这次购药没有撤销，没有运行'
  return told.kind === 'done' ? '明细和挂号已撤销' : wrong(told.text)
}

/** A purchase whose 2102 is booked and never answered: recovery undoes it, as when the line was cut. */
const loseAndUndo = async (world: World): Promise<string> => {
  const c = world.actor.losing
  const lost = await settled(c, await priced(world, c()))
  if (lost.state !== 'unknown') wrong('结算没有成为“结果未知”，不能演练冲正')
  const now = await recheck(c(), lost)
  if (now.state === 'settled') wrong('系统已在后台查到这笔结算，没有用到冲正，请再运行一次')
  if (now.state !== 'presettled') wrong('冲正没有得到明确结果，系统会继续核实，见「异常订单」')
  return '丢弃结算应答后冲正成功，医保中心没有留下这笔结算'
}

/** Today's rows of our book in the clearing group of the run's purchase. */
const books = async ({ actor, shop, order }: World) => {
  const { deps, db, now } = actor.context()
  const [day, own] = [formatDay(now), await reload(deps, order!.id)]
  const { clrOptins, clrType, insutype } = groupOf(own)
  const rows = (await bookRows(db, shop.id, day)).filter(
    (row) => row.clrOptins === clrOptins && row.clrType === clrType,
  )
  return { deps, day, clrOptins, clrType, insutype, rows, settings: await settingsOf(db, shop.areaCode) }
}

const checkTotals = async (world: World): Promise<string> => {
  const { deps, day, clrOptins, clrType, insutype, rows, settings } = await books(world)
  const counted = rowsInTotals(rows, settings).filter((row) => row.insutype === insutype)
  const sums = sumsOf(counted, settings)
  const asked = { ...{ clrOptins, clrType, insutype: insutype ?? '' }, ...sums, from: day, until: day }
  const { state, centreResult, centreText } = await askTotals(deps, world.shop, settings, asked)
  if (state === '5') wrong(centreText ?? '对总账没有得到答复')
  return `${sums.count} 笔 ${formatAmount(yuan(sums.total))} 元：${centreResult}${centreText ? `，${centreText}` : ''}`
}

const checkDetails = async (world: World): Promise<string> => {
  const { settings, insutype: _, ...group } = await books(world)
  const { content } = await exchangeDetails({ ...group, storeRow: world.shop }, settings)
  const listed = [...resultRows(content, group.deps.services.centre.of(world.shop.areaCode).profile)]
  const unread = listed.find((row) => 'line' in row)
  return unread ? wrong('结果文件有不能识别的行') : `上传 ${group.rows.length} 行，结果文件 ${listed.length} 行`
}

const leave = async (world: World): Promise<string> => {
  await doSignOut(world.actor.context())
  if (!world.wasSignedIn) return '已签退'
  await signInAt(world, world.actor.context())
  return '已签退，并重新签到'
}

/** The scenario, done by the product's own ways: what passes here is what the counter does. */
export const acts: readonly Act[] = [
  { infnos: ['9001'], run: signInAnew },
  {
    infnos: ['1101'],
    run: async (world) => {
      world.person = await readPerson(world.actor.context(), world.medium)
      return `${world.person.maskedName}，${world.person.insurances.map(({ insutypeName }) => insutypeName).join('、')}`
    },
  },
  {
    infnos: ['2001'],
    run: async ({ actor, person }) => {
      const { readId, insutype } = person!
      const { enjoyed, reasons } = await benefitsOf(actor.context(), { readId, insutype, medicalType: '41' })
      return enjoyed ? '可以享受待遇' : `不享受待遇：${reasons.join('；')}`
    },
  },
  {
    infnos: ['2101'],
    run: async (world) => {
      world.order = await priced(world, world.actor.context())
      return figures(world.order)
    },
  },
  {
    infnos: ['2102'],
    run: (world) => bookIn(world, 'order'),
  },
  { infnos: ['5203'], run: askSettlement },
  { infnos: ['5204'], run: askLines },
  { infnos: ['2103'], run: (world) => takeBackIn(world, 'order') },
  {
    infnos: ['2201', '2203', '2204', '2206'],
    run: async (world) => {
      world.visited = await priced(world, world.actor.context(), world.visitType)
      return figures(world.visited)
    },
  },
  { infnos: ['2207'], run: (world) => bookIn(world, 'visited') },
  { infnos: ['2208'], run: (world) => takeBackIn(world, 'visited') },
  { infnos: ['2205', '2202'], run: endVisited },
  { infnos: ['2601'], run: loseAndUndo },
  { infnos: ['3201'], run: checkTotals },
  { infnos: ['9101', '3202', '9102'], run: checkDetails },
  { infnos: ['9002'], run: leave },
]
