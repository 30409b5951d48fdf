import { figureBooks } from '@yibao/shared/calls/figure-books.ts'
import { addDays, formatDay } from '@yibao/shared/time.ts'
import { ui } from '../../api/ui.ts'
import { act, defineList, hiddenColumns, moreFilters, type RowOf } from '../../kit/index.ts'
import { ofAllStores } from '../../organisation/all-stores.ts'
import { StoreFilter } from '../../organisation/store-filter.tsx'
import { FigureState } from '../../reconciliation/figures/state.tsx'
import { groupColumn, sidesColumn, storeColumn, tripleColumns } from '../../reconciliation/figures/triple.tsx'
import { unavailableIn } from '../../reconciliation/figures/unavailable.tsx'
import { go } from '../../state/go.ts'

type Row = RowOf<typeof figureBooks.dayPaged>
const yesterday = () => addDays(formatDay(new Date()), -1)
const isAsked = ({ state }: Row) => state !== '0' && state !== '5'
/** No verdict yet, or an unequal one whose rows nobody has pulled. */
const isToCompare = (row: Row) => !isAsked(row) || (row.state === '3' && !row.detailed)

/** 江苏日对账: what the centre itself says of a day beside what we say (1320); a row opens its settlements (domain.md 8.7). */
export default defineList({
  tableId: 'js-day-reconciliation-v2',
  call: figureBooks.dayPaged,
  exportAs: 'figureBooks.dayPaged',
  printNeed: { menuCode: 'JsDayReconciliationV2', buttonCode: 'print' },
  header: unavailableIn('日对账', '/reconciliation/day-reconciliation'),
  empty: '所选日期没有可以两边对账的结算。已开通的统筹区可按「对总账」向医保中心查询',
  initial: () => ({ from: yesterday(), to: yesterday() }),
  filters: [
    'from',
    'to',
    'state',
    'insutype',
    { key: 'storeId', more: true, input: StoreFilter },
    ...moreFilters('clrType', 'clrOptins', 'outFlag'),
  ],
  columns: [
    { key: 'day', width: 95 },
    storeColumn(115),
    groupColumn(114),
    { key: 'state', width: 88, render: (row) => <FigureState row={row} /> },
    sidesColumn(3),
    ...tripleColumns({ count: 56, total: 98, pool: 92, account: 92 }),
    ...tripleColumns({ aid: 84, cash: 88 }),
    ...hiddenColumns({ centreText: 240, differences: 80, open: 75, at: 110, operatorName: 90 }),
  ],
  onOpen: (row) =>
    row.state === '0'
      ? ui().error('这一组还没有对总账，请先「对总账」')
      : go(`/reconciliation/js-day-reconciliation-detail-v2?groupId=${row.id}`),
  actions: [
    act({
      key: 'total',
      text: '对总账',
      primary: true,
      call: figureBooks.pullTotal,
      form: {
        fields: ['from', 'to', 'storeId', 'force'],
        initial: (rows: readonly Row[]) => ({ from: rows[0]?.day ?? yesterday(), to: rows[0]?.day ?? yesterday() }),
        inputs: { storeId: StoreFilter },
        intro: ofAllStores(
          '向医保中心查询它自己的合计，逐组与本地比较，一次最多 31 天。已对平的组不再查询，除非选「重新对账」。',
        ),
        okText: '开始对账',
        cancelText: '不对账',
      },
      progress: '对总账',
    }),
  ],
  batch: [
    act({
      key: 'compare',
      text: '对账',
      call: figureBooks.pullMarked,
      disabled: (rows: readonly Row[]) =>
        rows.some(isToCompare) ? undefined : '选中的组都已对完；要再对一次，请按上面的「对总账」并选「重新对账」',
      input: (rows) => ({ days: rows.filter(isToCompare).map(({ storeId, day }) => ({ storeId, day })) }),
      progress: '批量对账',
    }),
  ],
  // One of the two at a time.
  actionsWidth: 76,
  rowActions: [
    act({
      key: 'totalOne',
      text: '对总账',
      call: figureBooks.pullTotal,
      shown: (row: Row) => !isAsked(row),
      input: ({ day, storeId }: Row) => ({ from: day, to: day, storeId }),
      progress: '对总账',
    }),
    act({
      key: 'detail',
      text: '对明细',
      call: figureBooks.pullDetail,
      shown: isAsked,
      input: ({ id }: Row) => ({ groupId: id }),
      progress: '拉取中心明细',
    }),
  ],
})
