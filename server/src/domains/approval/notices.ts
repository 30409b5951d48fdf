import { approvalKind } from '@yibao/shared/entities/approval.ts'
import { choiceTitle } from '@yibao/shared/field.ts'
import { yuan } from '@yibao/shared/money.ts'
import { formatTime } from '@yibao/shared/time.ts'
import { eq } from 'drizzle-orm'
import type { Deps } from '../../call/context.ts'
import type { Database } from '../../database/open.ts'
import { endNotice, tell, writeNotice } from '../message/announce.ts'
import { area } from '../organisation/tables.ts'
import type { Stored } from './kinds/kind.ts'

type Notice = NonNullable<Awaited<ReturnType<typeof endNotice>>>

/** Notices that have been written with what they tell of, to be told when that is committed. */
interface Notices {
  fresh: Notice[]
  ended: Notice[]
}

/** An empty list of notices, to be filled while something is written and told when that is committed. */
export const noNotices = (): Notices => ({ fresh: [], ended: [] })

/** The applicant hears of what became of his application for a week. ms. */
const heardFor = 7 * 86_400_000

/** Type and title, as a notice names it. */
const nameOf = ({ kind, title }: Pick<Stored, 'kind' | 'title'>) => `${choiceTitle(approvalKind, kind)} ${title}`

/** A title of a notice holds as many characters. */
const short = (text: string) => [...text].slice(0, 60).join('')

const keyOf = ({ id, assigneeId }: Pick<Stored, 'id' | 'assigneeId'>) => `approval:${id}:${assigneeId ?? ''}`

/** Tells those it waits for, as long as it waits. */
export const askJudges = async (
  { clock }: Pick<Deps, 'clock'>,
  tx: Database,
  { row, users, storeName }: { row: Stored; users: string[]; storeName: string },
  notices: Notices,
): Promise<void> => {
  if (!users.length) return
  // Who has several areas finds it only in its own.
  const [of] = await tx.select({ name: area.name }).from(area).where(eq(area.code, row.areaCode))
  const where = of ? `${of.name}的` : ''
  const money = row.money === null ? '' : `，金额 ${yuan(row.money)} 元`
  const notice = await writeNotice(
    { db: tx, clock },
    {
      key: keyOf(row),
      title: short(`待审批：${nameOf(row)}`),
      content: `${storeName} ${row.applicantName}提交了「${nameOf(row)}」${money}。原因：${row.reason}。请在${where}「报表管理 - 审批」处理，${formatTime(row.expiresAt)} 前有效。`,
      ...{ type: 'approval', level: 'warning', users, validTo: row.expiresAt },
      link: { title: '打开审批', path: '/report-management/approval?f.tab=todo' },
    },
  )
  if (notice) notices.fresh.push(notice)
}

/** It waits for them no longer. */
export const releaseJudges = async (
  { clock }: Pick<Deps, 'clock'>,
  tx: Database,
  row: Pick<Stored, 'id' | 'assigneeId'>,
  notices: Notices,
): Promise<void> => {
  const notice = await endNotice({ db: tx, clock }, keyOf(row))
  if (notice) notices.ended.push(notice)
}

/** Tells the applicant what became of it. */
export const tellApplicant = async (
  { clock }: Pick<Deps, 'clock'>,
  tx: Database,
  { row, what, text }: { row: Stored; what: string; text: string },
  notices: Notices,
): Promise<void> => {
  const notice = await writeNotice(
    { db: tx, clock },
    {
      key: `approval:${row.id}:outcome`,
      title: short(`${what}：${nameOf(row)}`),
      content: `${row.no}「${nameOf(row)}」${what}。${text}`,
      ...{ type: 'approval', level: row.state === 'done' ? 'info' : 'warning', users: [row.applicantId] },
      validTo: new Date(clock().getTime() + heardFor),
    },
  )
  if (notice) notices.fresh.push(notice)
}

/** Sends what was written to the live sessions. */
export const sendNotices = (deps: Pick<Deps, 'services'>, { fresh, ended }: Notices): void => {
  for (const one of ended) tell(deps, one, 'messageWithdrawn')
  for (const one of fresh) tell(deps, one)
}
