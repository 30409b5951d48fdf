import { expect, test } from 'vitest'
import { losesText } from './loses.ts'

const nothing = { days: 7, sales: 0, stock: 0, prescriptions: 0, visits: 0, claims: 0 }

test('what is on its way is told by the system; what waits for a person says where he ends it, before the store is closed', () => {
  const told = losesText(
    { users: 2 },
    { ...nothing, sales: 3, visits: 1, stuck: { sales: 2, stock: 4, prescriptions: 1 } },
  )
  expect(told).toContain('还没有报给医保中心的有 3 条销售明细、1 个门诊挂号。')
  expect(told).toContain(
    '另有 2 条销售明细、4 条进销存、1 条电子处方消息系统不再自己上报，停用后没有店员能处理、首页也不再提示：请先到「销售明细」、「目录差异」的「进销存」、「处方管理」处理完再停用。',
  )
})

test('what was applied for is followed beyond those days', () => {
  expect(losesText({ users: 2 }, { ...nothing, claims: 2 })).toMatch(
    /还有 2 份清算申请在医保中心办理，停用后系统继续查询，结果看「清算申请」。$/,
  )
})

test('nothing is said of what is not there, by a server of before either', () => {
  for (const waiting of [nothing, { ...nothing, stuck: { sales: 0, stock: 0, prescriptions: 0 } }]) {
    const told = losesText({ users: 2 }, waiting)
    expect(told).toContain('停用后 7 天内')
    expect(told).not.toMatch(/还没有报|另有|还有/)
  }
})
