import { expect, test } from 'vitest'
import { onlyIn } from './role-difference.ts'

const settle = { menuCode: 'SwipingCard', buttonCode: 'settle' }
const print = { menuCode: 'SwipingCard', buttonCode: 'print' }

test('what one role has and the other has not, page by page and button by button', () => {
  const clerk = { menus: ['QrCode', 'SwipingCard'], buttons: [print, settle] }
  const viewer = { menus: ['SwipingCard', 'UserManagement'], buttons: [print] }
  expect(onlyIn(clerk, viewer)).toEqual(['刷卡 · 结算', '二维码'])
  expect(onlyIn(viewer, clerk)).toEqual(['用户管理'])
  expect(onlyIn(clerk, clerk)).toEqual([])
})
