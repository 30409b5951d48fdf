import { rx } from '@yibao/shared/calls/prescription.ts'
import { lastDays } from '@yibao/shared/time.ts'
import { callServer } from '../../api/index.ts'
import { ui } from '../../api/ui.ts'
import { act, defineList, hiddenColumns, moreFilters, needOf, type RowOf } from '../../kit/index.ts'
import { StoreFilter } from '../../organisation/store-filter.tsx'
import { PersonFilter } from '../../persons/person-filter.tsx'
import { RxDetail } from '../../prescription/detail.tsx'
import { downloadRx } from '../../prescription/download.tsx'
import {
  awaits,
  editable,
  matchable,
  stateTones,
  toldTones,
  undoable,
  untold,
  useTones,
} from '../../prescription/look.ts'
import { matchGoods } from '../../prescription/match.tsx'
import { printRx } from '../../prescription/print.tsx'
import { reviewHere } from '../../prescription/review.tsx'
import { maySell, sell } from '../../prescription/sell.ts'

// What is typed in comes with the first who types.
const entering = () => import('../../prescription/enter.tsx')

type Row = RowOf<typeof rx.paged>

/** 处方管理: the prescriptions of the store through their whole life (domain.md 8.7). */
export default defineList({
  tableId: 'rx-management',
  call: rx.paged,
  empty: '这段时间没有处方。请放宽日期，或按「录入处方」',
  initial: () => ({ from: lastDays(30).from }),
  filters: [
    'from',
    'to',
    'number',
    'name',
    { key: 'readId', title: '参保人', input: PersonFilter },
    'state',
    'use',
    'source',
    ...moreFilters('dispense', 'hospital', 'doctor', 'rxType', 'attribute'),
    { key: 'storeId', more: true, input: StoreFilter },
  ],
  columns: [
    { key: 'number', width: 192, sort: true },
    { key: 'maskedName', width: 64 },
    { key: 'hospital', width: 100 },
    { key: 'doctor', width: 76 },
    { key: 'prescribedOn', width: 103, sort: true },
    { key: 'validUntil', width: 103, sort: true },
    { key: 'state', width: 100, tones: stateTones },
    { key: 'use', width: 86, tones: useTones },
    { key: 'dispense', width: 86, tones: toldTones },
    ...hiddenColumns({ source: 90, verdict: 90, kinds: 52 }),
    ...hiddenColumns({
      diagnosis: 106,
      sex: 60,
      age: 60,
      pharmacist: 100,
      setlId: 180,
      reason: 160,
      rxType: 100,
      attribute: 90,
    }),
    ...hiddenColumns({ storeName: 150, enteredBy: 90, takenBy: 90 }),
    { key: 'createdAt', width: 110, hidden: true, sort: true },
  ],
  detail: ({ row, onClose }) => <RxDetail input={{ id: row.id }} onClose={onClose} />,
  actions: [
    {
      key: 'download',
      text: '下载处方',
      need: needOf(rx.download),
      run: (_, { dialogs }) => downloadRx(dialogs),
    },
    {
      key: 'add',
      text: '录入处方',
      primary: true,
      need: needOf(rx.save),
      run: async (_, { dialogs }) => (await entering()).enterRx(dialogs),
    },
  ],
  rowActions: [
    { key: 'sell', text: '去结算', shown: maySell, run: sell },
    {
      key: 'review',
      text: '审核',
      shown: awaits,
      run: (row, { dialogs }) => reviewHere(dialogs, row),
    },
    {
      key: 'tell',
      text: '重新上传',
      need: needOf(rx.tell),
      shown: untold,
      run: async (row) => {
        const { done, text } = await callServer(rx.tell, { id: row.id })
        if (done) ui().success(text)
        else ui().error(`没有上传：${text}`)
      },
    },
    {
      key: 'edit',
      text: '修改',
      need: needOf(rx.save),
      shown: editable,
      run: async (row, { dialogs }) => (await entering()).enterRx(dialogs, row.id),
    },
    {
      key: 'print',
      text: '打印',
      need: needOf(rx.print),
      run: (row, { dialogs }) => printRx(dialogs, row),
    },
    {
      key: 'match',
      text: '选择本店商品',
      need: needOf(rx.match),
      shown: matchable,
      run: (row, { dialogs }) => matchGoods(dialogs, row, false),
    },
    act({
      key: 'undo',
      text: '撤销',
      danger: true,
      call: rx.undo,
      shown: (row: Row) => undoable(row),
      input: ({ id }: Row) => ({ id }),
      form: {
        title: ({ number, maskedName }: Row) => `撤销处方 ${number} · ${maskedName}`,
        intro: '撤销后不能用于结算，也不能恢复。纸质处方可以重新录入，流转处方可以重新下载。',
        fields: ['reason'],
        okText: '撤销处方',
        cancelText: '不撤销',
      },
      done: '处方已撤销',
    }),
  ],
})
