import { expect, test } from 'vitest'
import { setUi, ui } from '../api/ui.ts'
import { changeTab, openTab, useTabs } from '../state/tab-store.ts'
import { guardTab, isGuarded, letGo, mayEnd, mayLeave } from './leaving.ts'

test('a tab without a question may be left; one with a question is asked until it is taken back', async () => {
  expect(await mayLeave('/a')).toBe(true)
  const stop = guardTab('/a', async () => false)
  expect([isGuarded('/a'), await mayLeave('/a'), await mayLeave('/b')]).toEqual([true, false, true])
  const stopNewer = guardTab('/a', async () => true)
  stop()
  expect([isGuarded('/a'), await mayLeave('/a')]).toEqual([true, true])
  stopNewer()
  expect(isGuarded('/a')).toBe(false)
})

test('unsaved input in any tab is named and asked for once; pinned tabs never go', async () => {
  const asked: string[] = []
  let button = 'stay'
  setUi({
    ...ui(),
    confirm: async ({ title, tips, buttonInfos }) => {
      asked.push(`${title} ${tips} ${buttonInfos.map(({ text }) => text).join('|')}`)
      return button
    },
  })
  // Whatever a test before has left open.
  useTabs.setState({ tabs: [] })
  openTab('/attendance', {})
  openTab('/reconciliation/order-management', {})
  expect(await mayEnd('刷新')).toBe(true)
  const { tabs } = useTabs.getState()
  for (const { id } of tabs) changeTab(id, { dirty: true })
  expect(await mayEnd('刷新')).toBe(false)
  expect(asked).toEqual(['「签到签退」「订单管理」有未保存的内容 刷新后这些内容不再保留。 继续编辑|放弃并刷新'])
  button = 'drop'
  expect(await mayEnd('刷新')).toBe(true)
  letGo()
  expect(useTabs.getState().tabs.some(({ dirty }) => dirty)).toBe(false)
})
