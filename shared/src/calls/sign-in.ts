import { get, pageOf, paging, post } from '../call.ts'
import { day, flag, group, id, integer, note, optional, text, time } from '../field.ts'

const signRow = group('签到记录', {
  id: id('编号'),
  signNo: optional(note('签到号')),
  storeId: id('门店'),
  storeName: text('门店'),
  operatorName: text('操作员'),
  signedInAt: time('签到时间'),
  signedOutAt: optional(time('签退时间')),
  /** What the centre was told. */
  mac: note('MAC'),
  ip: note('IP'),
  settlements: integer('期间结算'),
  open: flag('在签'),
  /** How it came about or ended, in words. */
  result: note('结果'),
})

export const signIn = {
  do: post('/api/SignIn/Do', {
    menu: ['Attendance', 'SwipingCard', 'Dashboard'],
    button: 'add',
    scope: 'store',
    title: '签到',
    audit: { action: '签到' },
    result: signRow,
  }),
  signOut: post('/api/SignIn/SignOut', {
    menu: ['Attendance', 'Dashboard'],
    button: 'add',
    scope: 'store',
    title: '签退',
    audit: { action: '签退' },
    result: signRow,
  }),
  paged: get('/api/SignIn/Paged', {
    menu: 'Attendance',
    scope: 'store',
    title: '签到记录',
    input: {
      ...paging,
      from: optional(day('开始日期')),
      to: optional(day('结束日期')),
      operatorName: optional(note('操作员', { max: 50 })),
      storeId: optional(id('门店')),
    },
    result: pageOf(signRow),
  }),
  current: get('/api/SignIn/Current', {
    menu: ['Attendance', 'SwipingCard', 'Dashboard'],
    scope: 'store',
    title: '当前签到',
    result: group('当前签到', {
      row: optional(signRow),
      /** Without a row: when the caller's last sign-in of today ended. */
      endedAt: optional(time('结束时间')),
    }),
  }),
}
