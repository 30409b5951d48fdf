import { yuan } from '@yibao/shared/money.ts'
import { formatTime } from '@yibao/shared/time.ts'
import type { IntentRow, OrderRow } from '../../order/view.ts'
import type { Side } from '../tables.ts'
import type { Owner } from './owner.ts'

// Evidence: sentences of facts on record. No sentence guesses a cause; none at all reads as 原因未知 (ux 3).

/** The part of a message number that people compare. */
export const tailOf = (msgid: string): string => msgid.slice(-8)

const fates: Record<IntentRow['outcome'], string> = {
  open: '还没有收到答复',
  unknown: '没有收到答复',
  booked: '医保中心答复成功',
  refused: '医保中心当时答复未通过',
  undone: '冲正成功',
  reversed: '已撤销',
}

const fateOf = (sent: IntentRow): string =>
  sent.outcome === 'undone' && sent.undoneBy === 'notFound' ? '冲正时医保中心答复查无此交易' : fates[sent.outcome]

const goods = ({ goodsOut, printed }: OrderRow): string =>
  `药品${goodsOut ? '已' : '未'}登记交付，小票${printed ? `已打印 ${printed} 次` : '未打印'}`

/** How our own message went, and whether anything left the counter under it. */
export const messageEvidence = (owner: Owner, msgid: string): string[] => {
  const { intent: sent, order: row } = owner
  const lines = sent
    ? [`报文尾号 ${tailOf(msgid)}，${formatTime(sent.sentAt)} 发出，${fateOf(sent)}`]
    : [`报文尾号 ${tailOf(msgid)} 属于订单 ${row.orderNo}`]
  if (sent?.attempts) lines.push(`系统核实 ${sent.attempts} 次`)
  const elsewhere = row.setlId && row.msgid !== msgid
  lines.push(elsewhere ? `订单 ${row.orderNo} 之后以另一笔报文结算` : goods(row))
  return lines
}

const compared: [keyof Side & ('total' | 'fund' | 'pool' | 'account' | 'cash'), string][] = [
  ['total', '总额'],
  ['fund', '基金'],
  ['pool', '统筹'],
  ['account', '个人账户'],
  ['cash', '现金'],
]

/** The amounts that differ, ours first: 个人账户 60.00 / 中心 55.00. */
export const amountEvidence = (local: Side, centre: Side): string[] => {
  const differing = compared.flatMap(([key, title]) => {
    const [ours, theirs] = [local[key], centre[key]]
    return ours === undefined || theirs === undefined || ours === theirs
      ? []
      : [`${title} ${yuan(ours)} / 中心 ${yuan(theirs)}`]
  })
  return differing.length ? [`${differing.join('，')}，其余一致`] : []
}

/** The centre's own words, quoted. */
export const quoted = (text: string): string => `医保中心：“${text}”`
