import { envelope } from '@yibao/shared/envelope.ts'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { opened } from '../../tools/opened.ts'
import { browserPath, openConsole } from './browser.ts'

// A tree beside a list narrows it as a filter does: the address that is sent to a colleague and what is kept under a name
// say so too (SPEC's acceptance: filters saved, in the URL).

describe.skipIf(!browserPath)('the node of a tree beside a list', () => {
  const app = opened(openConsole)
  const path = '/menu-manager/dictionary'
  const types = ['甲', '乙'].map((name, i) => ({ codeType: `type_${i}`, name, items: 30 }))
  const item = (_: unknown, i: number) => ({
    ...{ id: `d-${i}`, codeType: 'type_0', codeTypeName: '甲', code: String(i), name: `项${i}`, version: '2026' },
    ...{ sort: 1, areaCode: '320500', source: 'centre', changed: false, isDefault: false, enabled: true },
  })

  /** The page by its address, and what its list asked for. */
  const open = async (search = '') => {
    const page = await app.newPage()
    const asked: Record<string, string>[] = []
    const saved: Record<string, unknown>[] = []
    await page.route('**/api/Dictionary/CodeTypes**', (route) => route.fulfill({ json: envelope({ result: types }) }))
    await page.route('**/api/Dictionary/Paged**', (route) => {
      asked.push(Object.fromEntries(new URL(route.request().url()).searchParams))
      const result = { items: Array.from({ length: 10 }, item), total: 30, totalIsBound: false }
      return route.fulfill({ json: envelope({ result }) })
    })
    await page.route('**/api/SavedFilter/**', (route) => {
      const body = route.request().postDataJSON() as Record<string, unknown> | null
      if (body) saved.push({ ...body, id: 'f-1', mine: true, owner: '吴区管' })
      return route.fulfill({ json: envelope({ result: body ? saved.at(-1) : saved }) })
    })
    await app.enter(page, path + search, 'area')
    return { page, saved, last: () => asked.at(-1) ?? {} }
  }
  const node = (page: Page, name: string) => page.getByRole('treeitem').filter({ hasText: name })
  const chosen = (page: Page, name: string) =>
    page.getByRole('treeitem', { selected: true }).filter({ hasText: name }).waitFor()
  const search = (page: Page) => decodeURIComponent(new URL(page.url()).search)
  const choose = (page: Page, name: string) => node(page, name).locator('.ant-tree-title').click()

  test('stands in the address, which shows a colleague the same node, filters and page', async () => {
    const { page, last } = await open()
    await page.getByRole('listitem', { name: '2', exact: true }).click()
    await expect.poll(() => search(page)).toBe('?f.page=2')
    await choose(page, '甲')
    await expect.poll(() => search(page), { message: 'another node begins on its first page' }).toBe('?f.node=type_0')
    await expect.poll(last).toMatchObject({ codeType: 'type_0', page: '1' })
    await page.getByLabel('编码/名称').fill('项')
    await page.getByLabel('编码/名称').press('Enter')
    await page.getByRole('listitem', { name: '3', exact: true }).click()
    await expect.poll(() => search(page)).toBe('?f.keyword=项&f.page=3&f.node=type_0')

    const other = await open(new URL(page.url()).search)
    await chosen(other.page, '甲')
    await expect.poll(other.last).toMatchObject({ codeType: 'type_0', keyword: '项', page: '3' })
    // Another address for the tab that is open: its node and its page.
    await other.page.evaluate((to) => {
      history.pushState({}, '', to)
      dispatchEvent(new PopStateEvent('popstate', { state: {} }))
    }, `${path}?f.page=2&f.node=type_1`)
    await chosen(other.page, '乙')
    await expect.poll(other.last).toMatchObject({ codeType: 'type_1', page: '2' })
    await other.page.getByRole('button', { name: /^全\s?部$/ }).click()
    await expect.poll(() => search(other.page)).toBe('')
    await expect.poll(() => Object.hasOwn(other.last(), 'codeType')).toBe(false)
  })

  test('is kept under a name with the filters, and asked for again by it', async () => {
    const { page, saved, last } = await open()
    await choose(page, '乙')
    await expect.poll(last).toMatchObject({ codeType: 'type_1' })
    await page.getByRole('button', { name: '常用条件' }).click()
    await page.getByRole('menuitem', { name: '保存当前条件…' }).click()
    const form = page.getByRole('dialog', { name: '保存为常用条件' })
    await form.getByLabel('名称').fill('乙类')
    await form.getByRole('button', { name: /^保\s?存$/ }).click()
    await page.getByText('已保存').waitFor()
    expect(saved[0]).toMatchObject({ filters: { node: 'type_1' } })
    await choose(page, '甲')
    await expect.poll(last).toMatchObject({ codeType: 'type_0' })
    await page.locator('form').getByText('乙类', { exact: true }).click()
    await chosen(page, '乙')
    await expect.poll(() => search(page)).toBe('?f.node=type_1')
    // Its rows are known from before; asked anew they are that node's.
    await page.getByRole('button', { name: '刷新', exact: true }).click()
    await expect.poll(last).toMatchObject({ codeType: 'type_1' })
    expect(Object.hasOwn(last(), 'node')).toBe(false)
  })
})
