import { beforeEach, expect, test } from 'vitest'
import { setNavigate } from '../../state/go.ts'
import { changeTab, openTab, useTabs } from '../../state/tab-store.ts'
import { emptyTabs } from '../../state/tabs.ts'
import { refreshTab } from './tab-actions.ts'

const orders = '/reconciliation/order-management'
const days = '/reconciliation/day-reconciliation'

let gone: string[]
beforeEach(() => {
  gone = []
  setNavigate((to) => gone.push(to))
  useTabs.setState(emptyTabs())
})

test('a list that is opened anew shows everything, and its address says so: a reload would bring the filter back', async () => {
  openTab(orders, { 'f.name': '张*' })
  await refreshTab(orders)
  expect(useTabs.getState().tabs.at(-1)).toMatchObject({ id: orders, view: {}, version: 1 })
  expect(gone).toEqual([orders])
})

test('one that is not in front leaves the address to the page in front, and so does one without a view', async () => {
  openTab(orders, { 'f.name': '张*' })
  openTab(days, {})
  await refreshTab(orders)
  await refreshTab(days)
  changeTab(days, { view: { 'f.page': '2' } })
  expect(gone).toEqual([])
  await refreshTab(days)
  expect(gone).toEqual([days])
})
