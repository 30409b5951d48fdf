import { expect, test } from 'vitest'
import { erpLight } from './erp-light.ts'

test('the ERP is connected by whoever holds the page or by the agent, and what it has not acknowledged can be sent again', () => {
  const away = { host: false, agent: false, waiting: 0 }
  expect(erpLight(away)).toMatchObject({ word: '未就绪', tone: 'warn' })
  expect(erpLight({ ...away, host: true })).toMatchObject({ word: '已连接', tone: 'good' })
  expect(erpLight({ ...away, agent: true })).toMatchObject({ word: '已连接', tone: 'good' })
  expect(erpLight({ host: true, agent: true, waiting: 2 })).toMatchObject({
    ...{ word: '待回传 2', tone: 'warn' },
    action: { name: 'resendErp', text: '重发' },
  })
})
