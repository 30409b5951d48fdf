import { periodText } from '@yibao/shared/reporting/rhythm.ts'
import { formatTime } from '@yibao/shared/time.ts'
import { eq } from 'drizzle-orm'
import { newId } from '../../base/ids.ts'
import type { Context, Deps } from '../../call/context.ts'
import type { SessionUser } from '../../call/session-user.ts'
import type { Database } from '../../database/open.ts'
import { areasOf } from '../auth/grants.ts'
import { contextOf, standIn } from '../auth/stand-in.ts'
import { tell, writeNotice } from '../message/announce.ts'
import { areaName } from '../organisation/districts.ts'
import type { Definition } from '../report/defined/place.ts'
import { reportInForce } from '../report/defined/run.ts'
import { reportDefinition } from '../report/defined/tables.ts'
import { type Claimed, isMine, noteDelivery } from '../report/schedule/claim.ts'
import { type Outcome, reportSchedule } from '../report/schedule/tables.ts'
import { bookExport } from '../transfer/book-export.ts'
import { countRows, questionOf } from '../transfer/question.ts'
import { unfinishedText } from './unfinished.ts'

/** The list whose rows a sheet of a report has. */
const call = 'reportDefinition.run'

/** What became of it for one recipient. */
export interface Delivered {
  outcome: Outcome
  rows?: number
  reason?: string
}

const skipped = (reason: string): Delivered => ({ outcome: 'skipped', reason })

/** The report was stopped, or its plan ended, after the run began. */
export const ended = { report: '报表已停用，没有发送', plan: '定时已取消，没有发送' } as const

/** Why nothing is sent any more, read with the book that is written to. */
export const endOf = async (db: Database, definitionId: string, lock = false): Promise<string | undefined> => {
  const query = db
    .select({ state: reportDefinition.state, on: reportSchedule.on })
    .from(reportDefinition)
    .innerJoin(reportSchedule, eq(reportSchedule.definitionId, reportDefinition.id))
    .where(eq(reportDefinition.id, definitionId))
  const [found] = await (lock ? query.for('share') : query)
  if (found?.state !== 'published') return ended.report
  return found.on ? undefined : ended.plan
}

/** The recipient with what he may and sees now, in the report's area; a report of everywhere shows him all of his. */
const recipientOf = async (deps: Deps, userId: string, { areaCode }: Definition): Promise<SessionUser | undefined> => {
  if (areaCode) return standIn(deps, userId, areaCode)
  const user = await standIn(deps, userId, undefined)
  if (!user || user.storeId || user.isSuperAdmin) return user
  const areas = await areasOf(deps.db, { id: userId, isSuperAdmin: false })
  // Who has one area works in it, as he does when he has signed in.
  return areas.length === 1 ? standIn(deps, userId, areas[0]!.code) : user
}

const placeText = ({ storeId, areaCode }: SessionUser): string =>
  storeId ? '本店' : areaCode ? `${areaName(areaCode)}中你能看到的门店` : '你能看到的全部门店'

/** What is asked for him now: the version in force with what its conditions hold at first. */
const asked = async (c: Context, { definitionId, from, to }: Claimed) => {
  const { content, plan } = await reportInForce(c, definitionId)
  const values = content.parameters.flatMap(({ field, mode, value }) =>
    mode === 'ask' && value ? [{ field, value }] : [],
  )
  const columns = plan.columns.map(({ name }) => name)
  const question = await questionOf(c, { call, columns, input: { id: definitionId, from, to, values } })
  return { name: content.name, question, source: plan.source }
}

/** A notice's title holds as many characters. */
const short = (text: string) => [...text].slice(0, 60).join('')

const pathOf = (code: string, run: Claimed, sheet: string | undefined): string => {
  const { definitionId: report, from, to } = run
  const query = new URLSearchParams({ code, report, from, to, ...(sheet && { sheet }) })
  return `/report-management/report-manager?${query}`
}

/**
 * Makes a report for one recipient and tells him. What is counted is read first, with nothing written; then his export,
 * his notice and the outcome are written in one, so that a process which is killed leaves all of them or none, and a
 * period is told to nobody twice. Undefined when the run has become another node's.
 */
export const deliver = async (
  deps: Deps,
  run: Claimed,
  definition: Definition,
  userId: string,
): Promise<Delivered | undefined> => {
  const user = await recipientOf(deps, userId, definition)
  if (!user) return skipped('账号、公司或门店已停用')
  if (user.stores !== 'all' && !user.stores.length) return skipped('数据权限内没有门店')
  const c = contextOf(deps, user)
  const { name, question, source } = await asked(c, run)
  const rows = await countRows(c, question)
  // What was applied for is of months, and none of a day's matter.
  const open = source === 'claims' ? '' : await unfinishedText(c, run)
  const period = periodText(run)
  const told = await deps.db.transaction(async (db) => {
    if (!(await isMine(db, run))) return undefined
    const end = await endOf(db, run.definitionId, true)
    if (end) return skipped(end)
    const there = Object.create(c, { db: { value: db } }) as Context
    const areaCode = user.storeId ? undefined : (user.areaCode ?? '')
    const title = `${name} ${period}`
    const exportId = rows ? newId(deps.clock()) : undefined
    const called = `「${definition.code} ${name}」${period}`
    const what = rows
      ? `共 ${rows} 行。按「打开报表」查看，或在导出记录中下载 Excel，90 天内有效。`
      : '没有数据，没有生成 Excel。'
    const notice = await writeNotice(
      { db, clock: deps.clock },
      {
        key: `report:${run.definitionId}:${run.from}:${run.to}:${userId}`,
        title: short(`${rows ? '报表' : '报表没有数据'}：${title}`),
        content: `${called}，统计范围：${placeText(user)}，统计时间 ${formatTime(c.now)}。${what}${open}`,
        ...{ type: 'report', level: 'info', users: [userId] },
        link: { title: '打开报表', path: pathOf(definition.code, run, exportId) },
      },
    )
    if (!notice) return skipped('这一期已经发过')
    if (exportId) await bookExport(there, { id: exportId, call, question, title, rows, areaCode })
    const outcome: Outcome = rows ? 'sent' : 'empty'
    await noteDelivery(db, run, userId, { outcome, rows, at: deps.clock() })
    return { notice, outcome, rows }
  })
  if (told && 'notice' in told) tell(deps, told.notice)
  return told
}
