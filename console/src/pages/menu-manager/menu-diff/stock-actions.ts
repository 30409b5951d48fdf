import type { InputOf } from '@yibao/shared/call.ts'
import { stock } from '@yibao/shared/calls/stock.ts'
import { stockKind, stockRow } from '@yibao/shared/entities/stock.ts'
import type { ImportTypeName } from '@yibao/shared/entities/transfer.ts'
import { choiceTitle } from '@yibao/shared/field.ts'
import { type Action, act, type RowOf } from '../../../kit/index.ts'
import { exportSheet } from '../../../kit/list/export/export-sheet.ts'

export type StockRow = RowOf<typeof stock.paged>
export type Question = InputOf<typeof stock.paged>
type Kind = StockRow['kind']

/** The sheet of each kind. */
export const sheets: Record<Kind, ImportTypeName> = {
  take: 'stockTake',
  change: 'stockChange',
  purchase: 'stockPurchase',
  back: 'stockBack',
}

/** What people call a kind of stock data: 盘存, 采购 and so on. */
export const kindTitle = (kind: Kind): string => choiceTitle(stockKind, kind)

/** Above the list. */
export const listActions: Action<Question>[] = [
  {
    key: 'export',
    text: '导出',
    need: { menuCode: 'MenuDiff', buttonCode: 'export' },
    run: (input, { dialogs }) =>
      exportSheet({ call: 'stock.paged', input, columns: Object.keys(stockRow.shape), title: '进销存' }, dialogs),
  },
  { key: 'refresh', text: '刷新', run: (_, { refetch }) => refetch() },
]

const uploadable = ({ state }: StockRow) => state !== 'uploaded' && state !== 'needless'
/** Of all that stand in view nobody means what he took away from the centre: that has the button of its own row. */
const uploadableMarked = (row: StockRow) => uploadable(row) && row.state !== 'deleted'

/** On ticked rows. */
export const markedActions: Action<readonly StockRow[]>[] = [
  act({
    key: 'uploadMarked',
    text: '上传选中',
    primary: true,
    call: stock.upload,
    disabled: (rows: readonly StockRow[]) =>
      rows.some(uploadableMarked) ? undefined : rows.length ? '选中的都已上传、已删除或不用上传' : '请先选中要上传的行',
    input: (rows: readonly StockRow[]) => ({ ids: rows.filter(uploadableMarked).map(({ id }) => id) }),
    progress: '上传进销存',
  }),
]

/** What the centre has, or may have. */
const atCentre = ({ state }: StockRow) => state === 'uploaded' || state === 'unknown'

/** On a row. */
export const rowActions: Action<StockRow>[] = [
  act({
    key: 'upload',
    text: '上传',
    call: stock.upload,
    shown: uploadable,
    input: ({ id }: StockRow) => ({ ids: [id] }),
    progress: '上传进销存',
  }),
  act({
    key: 'delete',
    text: '删除',
    danger: true,
    call: stock.delete,
    shown: ({ state }: StockRow) => state !== 'deleted' && state !== 'needless',
    input: ({ id }: StockRow) => ({ id }),
    form: {
      fields: ['reason'],
      title: (row) => `删除${kindTitle(row.kind)} ${row.docNo} ${row.name}`,
      intro: (row) =>
        atCentre(row)
          ? '医保中心不再有这条记录。改好后重新导入，或按「上传」按原样重新上传。' +
            (row.kind === 'take' ? '首次盘存另有一条库存变更，需要时一并删除。' : '')
          : '这条还没有上传，删除后不再上传。',
      okText: '删除记录',
      cancelText: '不删除',
    },
    done: '已删除',
  }),
  act({
    key: 'notHeld',
    text: '中心没有',
    danger: true,
    call: stock.notHeld,
    shown: ({ state, needs }: StockRow) => state === 'unknown' && needs === 'person',
    input: ({ id }: StockRow) => ({ id }),
    confirm: ({ docNo, name }: StockRow) => ({
      title: `医保中心没有 ${docNo} ${name} 这条记录吗？`,
      final: true,
      tips: '请先在医保中心的系统里按上传流水号查过。确认后系统当它没有传到，会重新上传；中心其实有时，库存会记两次。中心有的，请按「删除」。',
      okText: '中心没有',
      cancelText: '再查一查',
    }),
    done: '已按中心没有处理',
  }),
]
