import { choice } from '../field.ts'

/** domain.md 5.6; 7 and 8: a message left and no answer came. */
export const liquidationState = choice('申请状态', {
  0: '未申请',
  1: '已申请',
  2: '已撤销',
  3: '审核中',
  4: '审核通过',
  5: '已驳回',
  6: '已拨付',
  7: '申请结果未知',
  8: '撤销结果未知',
})
