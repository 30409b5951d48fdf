import { clearScore } from '@yibao/shared/calls/clear-score.ts'
import { lastMonth } from '@yibao/shared/period.ts'
import { Numbered } from '../../clearing/number.tsx'
import { Summary } from '../../clearing/summary.tsx'
import { answerTones, resultTones } from '../../clearing/tones.ts'
import { defineList, hiddenColumns, late, Money } from '../../kit/index.ts'
import { StoreFilter } from '../../organisation/store-filter.tsx'
import { actions, batchActions } from './clear-score-manage/actions.tsx'

const Detail = late(() => import('../../clearing/detail.tsx'))

/** 清分管理: a month's settlements of persons insured elsewhere, compared with our book and confirmed (domain.md 5.7, 8.9). */
export default defineList({
  tableId: 'clear-score-manage',
  call: clearScore.paged,
  exportAs: 'clearScore.paged',
  header: Summary,
  empty: '没有符合条件的清分明细。还没有提取的月份，按「提取明细」向医保中心提取',
  initial: () => ({ month: lastMonth(), view: 'all' as const }),
  views: 'view',
  filters: [
    'month',
    { key: 'storeId', title: '门店', input: StoreFilter },
    'answer',
    { key: 'insuredArea', placeholder: '如 32、3202', more: true },
  ],
  columns: [
    { key: 'settledAt', width: 95, sort: true },
    { key: 'storeName', width: 125, sort: true },
    { key: 'setlSn', width: 175, render: (row) => <Numbered row={row} /> },
    { key: 'maskedName', width: 70 },
    { key: 'total', width: 95, sort: true },
    { key: 'paid', width: 95, sort: true },
    { key: 'ownPaid', width: 95 },
    {
      key: 'paidGap',
      width: 90,
      render: ({ paidGap }) => <Money value={paidGap} signed />,
      text: ({ paidGap }) => paidGap ?? '',
    },
    { key: 'result', width: 95, tones: resultTones },
    { key: 'answer', width: 95, tones: answerTones },
    ...hiddenColumns({
      seqno: 70,
      lacks: 110,
      alike: 130,
      mdtrtId: 160,
      maskedCertNo: 160,
      advance: 85,
      ownTotal: 100,
      totalGap: 100,
    }),
    ...hiddenColumns({ insuredArea: 90, orderNo: 181, note: 180, answeredAt: 110, answeredBy: 90 }),
  ],
  actions,
  batch: batchActions,
  detail: (props) => <Detail {...props} />,
})
