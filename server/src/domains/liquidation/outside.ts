import { yuan } from '@yibao/shared/money.ts'
import { type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../call/context.ts'
import { rowsFrom } from '../../database/rows-from.ts'
import { amountsOf } from './amounts.ts'
import type { Application } from './claim.ts'
import { stateTitle } from './state.ts'
import { belongsTo, type ClaimPart, type ClaimSums, sumColumns, sumsFrom } from './sums.ts'
import { liquidationItem } from './tables.ts'

/** What of `rows` (columns of `claimRows`) belongs to an application by its key and is in no live one: it came too late. */
export const outsideOf = async ({ db }: Pick<Context, 'db'>, one: ClaimPart, rows: SQL): Promise<ClaimSums> => {
  const answer = await db.execute(sql`
    select ${sumColumns} from ${rows} as book where ${belongsTo(one)} and not exists (
      select 1 from ${liquidationItem} i where i.order_id = book.order_id and i.refunded = book.refunded and i.live)`)
  return sumsFrom(rowsFrom<Parameters<typeof sumsFrom>[0]>(answer)[0]!)
}

/** Nobody has looked at it there yet: it may be taken back (apply.ts). */
const next = (state: string): string =>
  state === '1'
    ? '请按「撤销申请」后重新生成；中心不同意撤销的，带上清单请医保经办机构处理'
    : state === '7' || state === '8'
      ? '请先按「查询进度」或「核实结果」确认它的结果'
      : '中心已受理，不能撤销：请带上清单，请医保经办机构处理'

/** What is claimed of it, called what it is. */
const claimed = (one: Pick<Application, 'withAccount'>, sums: ClaimSums): string =>
  `${one.withAccount ? '基金和个人账户' : '基金'} ${yuan(amountsOf(sums, one).fund)} 元`

const counted = ({ settled, reversed }: ClaimSums): string =>
  [settled && `${settled} 笔结算`, reversed && `${reversed} 笔退费`].filter(Boolean).join('、')

/**
 * What an application that stands at the centre has come to beside the book of now: how much of it is not claimed, what to
 * do, and where the list is. There is no application beside another one (domain.md 5.6): only its revocation, or the centre.
 */
export const outsideText = (one: Pick<Application, 'state' | 'withAccount'>, sums: ClaimSums): string => {
  const { state } = one
  const many = counted(sums)
  if (!many) return `已申请，之后账目有变动，申请内容不会自动改变。${next(state)}`
  const list = '清单见「结算报表」，按这个月的结算日期和未清算“未申请”查询'
  return `已申请，另有 ${many}（${claimed(one, sums)}）不在申请中。${next(state)}。${list}`
}

/** What of a month is claimed by an application that nobody takes back, of whichever month. */
export const heldText = (one: Pick<Application, 'month' | 'state' | 'withAccount'>, sums: ClaimSums): string =>
  `${counted(sums)}（${claimed(one, sums)}）已在 ${one.month} 的清算申请（${stateTitle(one.state)}）中，不重复申请`
