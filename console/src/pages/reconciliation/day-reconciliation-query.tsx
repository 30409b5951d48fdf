import type { InputOf } from '@yibao/shared/call.ts'
import { monthBooks } from '@yibao/shared/calls/month-books.ts'
import { addDays, formatDay } from '@yibao/shared/time.ts'
import { act, defineList, hiddenColumns, type Matching, type RowOf } from '../../kit/index.ts'
import { CompanySelect } from '../../organisation/company-select.tsx'
import { StoreFilter } from '../../organisation/store-filter.tsx'
import { DayStrip, Legend } from './day-reconciliation-query/day-strip.tsx'

type Row = RowOf<typeof monthBooks.matrix>

const idsOf = (rows: readonly Row[]) => rows.map(({ storeId }) => storeId)
const checking = (stores: number) => ({
  title: `逐日核对 ${stores} 家门店`,
  tips: '把这些门店这个月还没有对平的日子逐天对总账、对明细。可以随时关闭，核对在后台继续。',
  okText: '开始核对',
  cancelText: '不核对',
})
const reminding = (stores: number) => ({
  title: `提醒 ${stores} 家门店对账`,
  tips: '给每家有未对平日子的门店的操作员发一条消息。同一天每家只发一条，新的提醒代替以前的。',
  okText: '发送提醒',
  cancelText: '不发送',
})
/** What the list is narrowed to; without a month it shows this one. */
const asked = ({ input }: Matching) => {
  const {
    month = formatDay(new Date()).slice(0, 7),
    storeId,
    companyId,
    state,
  } = input as InputOf<typeof monthBooks.matrix>
  return { month, storeId, companyId, state }
}
const checkAll = act({
  ...{ key: 'checkAll', text: '逐日核对', call: monthBooks.checkAll, progress: '逐日核对' },
  input: asked,
  confirm: ({ total = 0 }: Matching) => checking(total),
})
const remindAll = act({
  ...{ key: 'remindAll', text: '提醒', call: monthBooks.remindAll, progress: '提醒对账' },
  input: asked,
  confirm: ({ total = 0 }: Matching) => reminding(total),
})

/** 日对账查询: the stores' month day by day, for whoever has to see that none is left (domain.md 8.7). */
export default defineList({
  tableId: 'day-reconciliation-query',
  call: monthBooks.matrix,
  exportAs: 'monthBooks.matrix',
  rowKey: 'storeId',
  header: Legend,
  empty: '没有符合条件的门店。换个月份，或放宽条件',
  // Today is compared tomorrow: on the first of a month the work is the month before's.
  initial: () => ({ month: addDays(formatDay(new Date()), -1).slice(0, 7) }),
  filters: [
    'month',
    'state',
    { key: 'storeId', title: '门店', input: StoreFilter },
    { key: 'companyId', title: '公司', more: true, input: CompanySelect },
  ],
  columns: [
    { key: 'storeName', width: 135 },
    {
      key: 'days',
      title: '每天',
      width: 728,
      text: ({ openDates }) => (openDates ? `未对平：${openDates}` : '全部对平'),
      render: (row) => <DayStrip row={row} />,
    },
    { key: 'openDays', title: '未对平', width: 70, render: ({ openDays }) => (openDays ? <b>{openDays}</b> : 0) },
    ...hiddenColumns({ openDates: 200, businessDays: 95, operatorName: 100, at: 110 }),
  ],
  rowActions: [
    act({
      key: 'remind',
      text: '提醒',
      call: monthBooks.remind,
      input: ({ month, storeId }: Row) => ({ month, storeId }),
      disabled: ({ openDays }: Row) => (openDays ? undefined : '没有未对平的日子'),
      confirm: ({ storeName, openDates }: Row) => ({
        title: `提醒「${storeName}」对账`,
        tips: `给门店的操作员发一条消息：${openDates} 还没有对平。同一天只发一条，新的提醒代替以前的。`,
        okText: '发送提醒',
        cancelText: '不发送',
      }),
      done: '提醒已发送',
    }),
  ],
  batch: [
    act({
      key: 'check',
      text: '逐日核对',
      call: monthBooks.monthCheck,
      input: (rows: readonly Row[]) => ({ month: rows[0]!.month, storeIds: idsOf(rows) }),
      confirm: (rows: readonly Row[]) => checking(rows.length),
      progress: '逐日核对',
      runAll: checkAll.run,
    }),
    act({
      key: 'remindMarked',
      text: '提醒',
      call: monthBooks.remindAll,
      disabled: (rows: readonly Row[]) =>
        rows.some(({ openDays }) => openDays) ? undefined : '选中的门店没有未对平的日子',
      input: (rows: readonly Row[]) => ({
        month: rows[0]!.month,
        storeIds: idsOf(rows.filter(({ openDays }) => openDays)),
      }),
      confirm: (rows: readonly Row[]) => reminding(rows.filter(({ openDays }) => openDays).length),
      progress: '提醒对账',
      runAll: remindAll.run,
    }),
  ],
})
