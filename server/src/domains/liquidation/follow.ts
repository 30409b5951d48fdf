import { yuan } from '@yibao/shared/money.ts'
import { addMonths, formatDay } from '@yibao/shared/time.ts'
import { and, asc, eq, gte, inArray, ne, or, sql } from 'drizzle-orm'
import { Refusal } from '../../base/refuse.ts'
import type { Deps } from '../../call/context.ts'
import { working } from '../attendance/working.ts'
import { announce } from '../message/announce.ts'
import { store } from '../organisation/tables.ts'
import { claimed, type Found, mark } from './claim.ts'
import { type Heard, refresh, underWay } from './resolve.ts'
import { liquidation } from './tables.ts'

const hour = 3_600_000
/** Reviews take days: an application is asked about twice a day, one whose answer was lost every hour. */
const pauseOf = ({ one }: Found): number => (one.state === '7' || one.state === '8' ? hour : 12 * hour)
/** The longest that one is left alone which cannot be asked about. */
const longest = 24 * hour
/** Questions of a round. */
const most = 20
/** What is older has been forgotten there, or is a matter of persons. */
const monthsBack = 12

/** One that a person found at the centre was never sent by us. */
const dueAt = sql<Date>`coalesce(${liquidation.nextAt}, ${liquidation.sentAt} + interval '1 hour', ${liquidation.appliedAt}, 'epoch')`

/**
 * What the centre has, or may have, of stores where somebody is signed in, and of those that were given up: their last month
 * is applied for when they are closed, and decided and paid in the months behind that. Those first that have waited longest.
 */
const due = (deps: Deps): Promise<Found[]> => {
  const now = deps.clock()
  return deps.db
    .select({ one: liquidation, shop: store })
    .from(liquidation)
    .innerJoin(store, eq(store.id, liquidation.storeId))
    .where(
      and(
        and(or(working(deps), eq(store.closed, true)), inArray(liquidation.state, [...underWay])),
        or(ne(liquidation.eventId, ''), inArray(liquidation.state, ['7', '8'])),
        gte(liquidation.month, addMonths(formatDay(now).slice(0, 7), -monthsBack)),
        sql`${dueAt} <= ${now.toISOString()}::timestamptz`,
      ),
    )
    .orderBy(asc(dueAt), asc(liquidation.id))
    .limit(most)
}

/** What its store has to hear of an answer; undefined when nothing of it asks for a person. */
const newsOf = ({ one, shop }: Found, told: Heard | 'unclear') => {
  const eventId = one.eventId || (typeof told === 'object' && told.eventId)
  const of = `${shop.name} ${one.month} 的清算申请${eventId ? `（事件号 ${eventId}）` : ''}`
  const page = '请到「清算申请」打开它，看中心说明'
  if (told === 'gone') {
    const content = `医保中心查不到${of}。请与中心核实；确实没有的，到「清算申请」按「撤销申请」，再重新生成。`
    return { what: 'gone', title: '医保中心查不到清算申请', content }
  }
  if (told === 'neverApplied') {
    const content = `${of}没有到达医保中心，这个月还没有申请清算。请到「清算申请」重新申请。`
    return { what: `never:${one.sentAt?.getTime()}`, title: '清算申请没有到达医保中心', content }
  }
  if (told === 'notRevoked') {
    const content = `${of}的撤销没有到达医保中心，申请仍然有效。要撤销的，请到「清算申请」再撤销一次。`
    return { what: `stands:${one.sentAt?.getTime()}`, title: '清算申请没有撤销', content }
  }
  if (told === 'unclear') {
    const what = one.state === '8' ? '撤销' : '申请'
    const content = `${of}的${what}没有收到答复，向医保中心也查不到结果，系统不会重复发送。请在医保中心网站或电话核实，再到「清算申请」按「核实结果」。`
    return {
      what: `unclear:${one.sentAt?.getTime()}`,
      title: one.state === '8' ? '清算申请撤销结果未知' : '清算申请结果未知',
      content,
    }
  }
  if (told === 'revoked')
    return {
      what: 'revoked',
      title: '清算申请在中心已撤销',
      content: `${of}在医保中心已撤销。${page}，核实后重新生成。`,
    }
  const memo = told.memo && `中心说明：“${told.memo}”。`
  if (told.stage === 'rejected' && one.state !== '5')
    return { what: 'rejected', title: '清算申请被驳回', content: `${of}已被驳回。${memo}${page}，撤销后改正再申请。` }
  if (told.stage === 'revoked')
    return {
      what: 'revoked',
      title: '清算申请在中心已撤销',
      content: `${of}在医保中心已撤销。${memo}${page}，核实后重新生成。`,
    }
  if (told.deducted > one.deducted) {
    const content = `${of}被扣款，现在共扣 ${yuan(told.deducted)} 元。${memo}${page}，有异议请向中心申诉。`
    return { what: `deducted:${told.deducted}`, title: '清算申请有扣款', content }
  }
  return undefined
}

const tellStore = async (deps: Deps, found: Found, told: Heard | 'unclear'): Promise<void> => {
  const news = newsOf(found, told)
  if (!news) return
  const { one, shop } = found
  await announce(deps, {
    key: `claim:${one.id}:${news.what}`,
    title: `${news.title}：${shop.name} ${one.month}`,
    content: news.content,
    type: 'liquidation',
    level: 'warning',
    stores: [shop.id],
    link: { title: '打开清算申请', path: '/liquidation-management/liquidation' },
  })
}

/** What no later question finds out: no month can be asked for there, or the centre refuses to say. */
const onlyPersons = ({ state }: Found['one'], { key }: Refusal): boolean =>
  key === 'liquidation.ask' || (state === '8' && key === 'centre.refused')

/** Asks about one that is still due: false when its centre gave no answer. */
const follow = (deps: Deps, { shop, one: seen }: Found): Promise<boolean> => {
  const asker = { db: deps.db, deps, services: deps.services }
  return claimed(asker, [seen.id], async ([one]) => {
    // Somebody has it, or had it since it was looked for.
    if (!one || one.nextAt?.getTime() !== seen.nextAt?.getTime()) return true
    const found = { shop, one }
    const next = (attempts: number, pause: number) =>
      mark(asker, one, { attempts, nextAt: new Date(deps.clock().getTime() + Math.min(pause, longest)) })
    // Whoever dies while it is asked, or cannot ask, comes later each time.
    await next(one.attempts + 1, hour * 2 ** Math.min(one.attempts, 5))
    try {
      await refresh(asker, found, (told) => tellStore(deps, found, told))
    } catch (fault) {
      if (!(fault instanceof Refusal)) throw fault
      if (onlyPersons(one, fault)) await tellStore(deps, found, 'unclear')
      return fault.key !== 'centre.down'
    }
    await next(0, pauseOf(found))
    return true
  })
}

/** One whose centre does not answer now makes room in the next rounds for those of others. */
const putOff = ({ db, clock }: Deps, { one: { id } }: Found) =>
  db
    .update(liquidation)
    .set({ nextAt: new Date(clock().getTime() + hour) })
    .where(eq(liquidation.id, id))

/**
 * Asks the centres how the applications stand that are not at their end, some in a round; what a person has to see to is
 * told to its store. A centre that does not answer is left alone for the round, and what cannot be asked about is tried
 * more and more seldom. Several nodes do it together. Answers how many were asked about.
 */
export const followClaims = async (deps: Deps, report: (fault: unknown) => void): Promise<number> => {
  const silent = new Set<string>()
  let asked = 0
  for (const found of await due(deps)) {
    if (deps.services.node.leaving) break
    if (silent.has(found.shop.areaCode)) {
      await putOff(deps, found)
      continue
    }
    asked++
    const answered = await follow(deps, found).catch((fault: unknown) => {
      report(fault)
      return true
    })
    if (!answered) silent.add(found.shop.areaCode)
  }
  return asked
}
