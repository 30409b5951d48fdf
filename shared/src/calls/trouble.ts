import { post } from '../call.ts'
import { choice, flag, group, id, note, optional } from '../field.ts'

/** What a clerk reports to the administrators of his area when he can do nothing more himself. */
export const trouble = {
  report: post('/api/Trouble/Report', {
    menu: 'SwipingCard',
    scope: 'store',
    title: '通知管理员',
    audit: { action: '通知管理员', target: ['cause'], record: ['cause', 'orderId'] },
    input: {
      cause: choice('情况', {
        driver: '读卡驱动反复异常退出',
        presettle: '医保中心未通过预结算',
        reversal: '医保中心未同意撤销',
      }),
      orderId: optional(id('订单')),
      /** What was said, without the person's name; numbers that may be a person's are taken out by the server. */
      text: optional(note('原文', { max: 500 })),
    },
    result: group('通知', {
      /** false: the administrators were told of the same within the last 10 minutes. */
      fresh: flag('新通知'),
    }),
  }),
}
