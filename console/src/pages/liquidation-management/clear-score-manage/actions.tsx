import { clearScore } from '@yibao/shared/calls/clear-score.ts'
import { fen, formatAmount, sum, yuan } from '@yibao/shared/money.ts'
import { lastMonth } from '@yibao/shared/period.ts'
import { type Action, act, type RowOf } from '../../../kit/index.ts'
import { ofAllStores } from '../../../organisation/all-stores.ts'
import { StoreFilter } from '../../../organisation/store-filter.tsx'

type Row = RowOf<typeof clearScore.paged>
type Rows = readonly Row[]

const initial = () => ({ month: lastMonth() })
const place = { fields: ['month', 'storeId'] as const, initial, inputs: { storeId: StoreFilter } }

/** Of a whole month. */
export const actions: Action<Rows>[] = [
  act({
    key: 'extract',
    text: '提取明细',
    primary: true,
    call: clearScore.extract,
    form: {
      ...place,
      intro: ofAllStores(
        '向医保中心提取这个月的异地清分明细，每页 100 笔，提取完自动与本地的异地结算比对。中断过的从中断处继续。',
      ),
      okText: '开始提取',
      cancelText: '不提取',
    },
    progress: '提取清分明细',
  }),
  act({
    key: 'confirmAll',
    text: '确认全部一致',
    call: clearScore.confirm,
    form: {
      ...place,
      intro: '把这个月两边一致、待确认的明细分批报给医保中心确认，每批 100 笔。有差异的不会确认，请逐笔核对。',
      okText: '确认全部一致',
      cancelText: '不确认',
    },
    progress: '确认清分',
  }),
  act({
    key: 'compare',
    text: '重新比对',
    call: clearScore.compare,
    form: {
      ...place,
      intro: '用本地现在的结算重新比对已提取的明细，不向医保中心提取。',
      okText: '开始比对',
      cancelText: '不比对',
    },
    progress: '比对清分明细',
  }),
]

const answerable = ({ answer, result, lacks }: Row) => answer === 'open' && result !== 'oursOnly' && !lacks
const blocked = (rows: Rows) => {
  if (!rows.some(answerable)) return '选中的明细都不能处理：已处理，医保中心没有清分，或没有给结算流水号、就诊号'
  return new Set(rows.map(({ month }) => month)).size > 1 ? '请选择同一个月的明细' : undefined
}
const paidOf = (rows: Rows) => yuan(sum(rows.map(({ paid }) => fen(paid ?? '0.00'))))
const named = (rows: Rows) => {
  const mine = rows.filter(answerable)
  return { month: rows[0]!.month, rowIds: mine.map(({ id }) => id), paid: paidOf(mine) }
}
const about = (rows: Rows) => {
  const mine = rows.filter(answerable)
  const differing = mine.filter(({ result }) => result !== 'equal').length
  const amount = formatAmount(paidOf(mine))
  return `${mine.length} 笔，中心支付 ${amount} 元${differing ? `，其中 ${differing} 笔与本地不一致，须写明说明` : ''}。`
}

/** Of the rows that are ticked. */
export const batchActions: Action<Rows>[] = [
  act({
    key: 'confirm',
    text: '确认',
    call: clearScore.confirm,
    disabled: blocked,
    input: named,
    form: {
      title: '确认清分',
      fields: ['note'],
      intro: (rows: Rows) => `${about(rows)}确认后医保中心按它的金额支付。`,
      okText: '确认',
      cancelText: '不确认',
    },
    progress: '确认清分',
  }),
  act({
    key: 'refuse',
    text: '不认',
    danger: true,
    call: clearScore.refuse,
    disabled: blocked,
    input: named,
    form: {
      title: '不认清分',
      fields: ['note'],
      intro: (rows: Rows) => `${about(rows)}报不认后医保中心不支付这些结算，须与中心核对。`,
      okText: '报不认',
      cancelText: '不报',
    },
    progress: '不认清分',
  }),
]
