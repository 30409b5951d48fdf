import { approval } from '@yibao/shared/calls/approval.ts'
import { defineList, hiddenColumns, late, moreFilters } from '../../kit/index.ts'
import { StoreFilter } from '../../organisation/store-filter.tsx'
import { useMe } from '../../state/me.ts'
import { batchActions, rowActions } from './approval/actions.tsx'
import { mayJudge, stateTones } from './approval/look.ts'

const ApprovalDetail = late(() => import('./approval/detail.tsx'))

/** 审批: what somebody asked for whose second person is not beside him (domain.md 8.12). */
export default defineList({
  tableId: 'approval',
  call: approval.paged,
  views: 'tab',
  // Whoever judges nothing comes to see what became of his own.
  initial: () => ({ tab: mayJudge(useMe.getState().me) ? ('todo' as const) : ('mine' as const) }),
  refreshEvery: 30_000,
  // One who judges reads it too, and he has nothing to hand in.
  empty: '没有申请。有人在授权窗口按「提交审批」后，出现在他的「我发起」和审批人的「待我审批」',
  filters: ['kind', 'state', 'applicant', { key: 'storeId', input: StoreFilter }, ...moreFilters('from', 'to')],
  columns: [
    { key: 'title', width: 220 },
    { key: 'kind', width: 80 },
    { key: 'applicantName', width: 76 },
    // Stores of a chain differ in the last letters of their names.
    { key: 'storeName', width: 166, sort: true },
    { key: 'money', width: 80, sort: true },
    { key: 'submittedAt', width: 95, sort: true },
    { key: 'state', width: 118, tones: stateTones },
    { key: 'waitingHours', width: 72 },
    ...hiddenColumns({ node: 86, no: 170 }),
  ],
  detail: (props) => <ApprovalDetail {...props} />,
  rowActions,
  batch: batchActions,
})
