import { post } from '../call.ts'
import { flag, group, id, integer, list, note, optional, text, time } from '../field.ts'

const counter = { menu: 'SwipingCard' } as const

export const buyLog = {
  queryUserBuyLog: post('/api/BuyLog/QueryUserBuyLog', {
    ...counter,
    scope: 'store',
    title: '购药记录',
    input: { readId: id('读卡编号'), days: optional(integer('天数', { min: 1, max: 366 })) },
    result: list(
      group('购药记录', {
        at: time('时间'),
        storeName: text('门店'),
        ownCode: note('编码'),
        name: text('药品'),
        spec: note('规格'),
        quantity: note('数量'),
        sameStore: flag('本店'),
      }),
      '购药记录',
    ),
  }),
}
