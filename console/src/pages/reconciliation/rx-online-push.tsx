import { rx } from '@yibao/shared/calls/prescription.ts'
import { act, defineList, hiddenColumns, needOf, type RowOf } from '../../kit/index.ts'
import { StoreFilter } from '../../organisation/store-filter.tsx'
import { RxDetail } from '../../prescription/detail.tsx'
import { minutesSince, stateTones } from '../../prescription/look.ts'
import { QueueHead } from '../../prescription/queue-head.tsx'
import { takeAndReview } from '../../prescription/review.tsx'

type Row = RowOf<typeof rx.pushPaged>
// Who is no pharmacist of the store reads above the list who may; the server would refuse him.
const offered = ({ queue, mine, mayReview }: Row) => mayReview && (queue === 'open' || (queue === 'taken' && mine))

/** 待审核处方: the pharmacist's queue, who waits longest first (domain.md 8.7). */
export default defineList({
  tableId: 'rx-online-push',
  call: rx.pushPaged,
  empty: '没有等待审核的处方',
  refreshEvery: 30_000,
  header: QueueHead,
  filters: [
    { key: 'queue', placeholder: '待接和已接' },
    'from',
    'to',
    'hospital',
    'name',
    { key: 'storeId', more: true, input: StoreFilter },
  ],
  columns: [
    { key: 'number', width: 192 },
    { key: 'submittedAt', width: 100, sort: true },
    {
      key: 'waited',
      title: '等待',
      width: 84,
      text: ({ queue, submittedAt }) =>
        queue === 'open' || queue === 'taken' ? `${minutesSince(submittedAt)} 分` : '--',
    },
    { key: 'source', width: 86 },
    { key: 'maskedName', width: 68 },
    { key: 'hospital', width: 110, sort: true },
    { key: 'doctor', width: 76 },
    { key: 'validUntil', width: 105, sort: true },
    { key: 'queue', width: 84, tones: { open: 'warn', taken: 'action', done: 'good', returned: 'off' } },
    { key: 'takenBy', width: 80 },
    { key: 'state', width: 100, hidden: true, tones: stateTones },
    ...hiddenColumns({ kinds: 56, diagnosis: 140, enteredBy: 90, storeName: 150, attribute: 90 }),
  ],
  detail: ({ row, onClose }) => <RxDetail input={{ id: row.id }} onClose={onClose} />,
  rowActions: [
    {
      key: 'review',
      text: '审核',
      need: needOf(rx.take),
      shown: offered,
      run: (row, { dialogs }) => takeAndReview(dialogs, row),
    },
    act({
      key: 'giveBack',
      text: '放回',
      call: rx.giveBack,
      shown: ({ queue, mine }: Row) => queue === 'taken' && mine,
      input: ({ id }: Row) => ({ id }),
      done: '已放回，其他药师可以审核',
    }),
  ],
})
