import { fixedFiling } from '@yibao/shared/calls/filing.ts'
import { formatDay } from '@yibao/shared/time.ts'
import { defineFiling } from '../../filing/define-filing.tsx'
import { hiddenColumns } from '../../kit/index.ts'

/** biz_appy_type 就医定点医疗机构登记, the one both editions have. */
const designated = '03'

/** 人员定点备案: who chose this store as his designated institution (2505, 2506, 5302; domain.md 8.8). */
export default defineFiling({
  tableId: 'personnel-fixed-filling',
  calls: fixedFiling,
  domain: 'fixedFiling',
  what: '人员定点备案',
  about: ({ storeName, order }) => `${storeName}（定点 ${order}）`,
  filters: ['name', 'businessType'],
  columns: [
    { key: 'storeName', title: '定点机构', width: 160, sort: true },
    { key: 'businessType', width: 160 },
    { key: 'order', width: 95 },
    ...hiddenColumns({ memo: 160 }),
  ],
  fields: [
    ...['businessType', 'order', 'beginDay', 'endDay', 'tel', 'address', 'memo'],
    ...['agentName', 'agentRelation', 'agentCertType', 'agentCertNo', 'agentTel', 'agentAddress'],
  ],
  initial: () => ({ businessType: designated, order: 1, beginDay: formatDay(new Date()) }),
  intro:
    '定点在本店。已在其他机构定点的，先按「查询中心」看占用的定点排序号。本人办理时代办人留空；代办时姓名、关系、证件都要填。',
  groups: [
    { title: '参保人', fields: ['maskedName', 'maskedCertNo', 'tel', 'address'] },
    { title: '定点', fields: ['storeName', 'businessType', 'order', 'beginDay', 'endDay', 'memo'] },
    {
      title: '代办人',
      shown: ({ agentName }) => agentName !== undefined,
      fields: ['agentName', 'agentRelation', 'agentCertType', 'agentCertNo', 'agentTel', 'agentAddress'],
    },
  ],
})
