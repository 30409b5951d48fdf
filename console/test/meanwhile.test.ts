import { envelope } from '@yibao/shared/envelope.ts'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { opened } from '../../tools/opened.ts'
import { browserPath, openConsole } from './browser.ts'
import { heldBack } from './held-back.ts'

// What was so when somebody began, and is not any more when he goes on.

describe.skipIf(!browserPath)('what became different meanwhile', () => {
  const app = opened(openConsole)

  test('a question that was asked before an action is asked again behind it', async () => {
    const page = await app.newPage()
    const asked: string[] = []
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url())
      if (pathname.endsWith('/Role/DataRolePaged')) asked.push(searchParams.get('name') ?? '')
    })
    await app.enter(page, '/permission/data-role-management', 'admin')
    const find = async (name: string) => {
      await page.getByRole('textbox', { name: '名称' }).fill(name)
      await page.getByRole('button', { name: '查询' }).click()
    }
    const row = page.locator('tbody tr[data-row-key]').first()
    await row.waitFor()
    await find('李䶮')
    await expect.poll(() => asked).toEqual(['', '李䶮'])
    await page.route('**/api/Role/UpdateDataRoleStatus', (route) => route.fulfill({ json: envelope({ result: {} }) }))
    await row.getByRole('button', { name: '更多' }).click()
    await page.getByRole('menuitem', { name: '停用' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '停用', exact: true }).click()
    await expect.poll(() => asked).toEqual(['', '李䶮', '李䶮'])
    await find('')
    await expect.poll(() => asked).toEqual(['', '李䶮', '李䶮', ''])
  })

  const editRole = async (page: Page) => {
    const sent: unknown[] = []
    await page.route('**/api/Role/UpdateDataRole', (route) => {
      sent.push(route.request().postDataJSON())
      return route.fulfill({ json: envelope({ result: {} }) })
    })
    await app.enter(page, '/permission/data-role-management', 'admin')
    await page.locator('tbody').getByRole('button', { name: '更多' }).first().click()
    await page.getByRole('menuitem', { name: '编辑' }).click()
    const form = page.getByRole('dialog', { name: /^编辑/ })
    await form.getByLabel('名称').fill('夜班𠮷')
    return { form, sent, save: () => form.getByRole('button', { name: /^保\s?存$/ }).click() }
  }

  test('a record of which nobody can say what is stored now is not written over', async () => {
    const page = await app.newPage()
    const { form, sent, save } = await editRole(page)
    await page.route('**/api/Role/DataRolePaged**', (route) => route.abort())
    await save()
    await page.getByText('没有读到这条记录现在的内容').waitFor()
    expect([sent, await form.isVisible()]).toEqual([[], true])
    await page.unroute('**/api/Role/DataRolePaged**')
    await save()
    await form.waitFor({ state: 'detached' })
    expect(sent).toMatchObject([{ name: '夜班𠮷' }])
  })

  test('a record that left the list is written over only by who was told', async () => {
    const page = await app.newPage()
    const { form, sent, save } = await editRole(page)
    await page.route('**/api/Role/DataRolePaged**', (route) =>
      route.fulfill({ json: envelope({ result: { items: [], total: 0, totalIsBound: false } }) }),
    )
    await save()
    await page.getByText('这条记录已不在本页').waitFor()
    expect([sent, await form.isVisible()]).toEqual([[], true])
    await save()
    await form.waitFor({ state: 'detached' })
    expect(sent).toMatchObject([{ name: '夜班𠮷' }])
  })

  test('settings that are being saved keep their place, as a form does: what is changed at the next one is not taken away by the answer', async () => {
    const page = await app.newPage()
    await app.enter(page, '/system-manager/medical-security-config', 'admin')
    await page.locator('#option-slipNote').fill('祝早日康复䶮')
    await page.route('**/api/YBConfig/SaveYBConfigOptions', (route) =>
      route.fulfill({ json: envelope({ result: { revision: 1 } }) }),
    )
    const come = await heldBack(page, '**/api/YBConfig/SaveYBConfigOptions')
    await page.getByRole('button', { name: /^保存 1 项修改$/ }).click()
    const places = page.getByRole('tree').first().locator('.ant-tree-treenode:not([aria-hidden])')
    const chosen = () => page.locator('.ant-tree-treenode-selected').innerText()
    const before = await chosen()
    await places.filter({ hasNotText: before }).first().locator('.ant-tree-node-content-wrapper').click()
    await expect.poll(chosen).toBe(before)
    expect(await page.getByRole('dialog').count()).toBe(0)
    come()
    await page.getByText('配置已保存').waitFor()
    await places.filter({ hasNotText: before }).first().locator('.ant-tree-node-content-wrapper').click()
    await expect.poll(chosen).not.toBe(before)
  })

  test('work whose gateway was away for an instant is followed on, also without a line for events', async () => {
    const page = await app.newPage()
    let away = true
    let step = 4
    await page.routeWebSocket(/socket\.io/, (line) => line.close())
    await page.route('**/socket.io/**', (route) => route.abort())
    await page.route('**/api/Dictionary/Download/**', (route) =>
      route.fulfill({ json: envelope({ result: { progressId: 'job-1' } }) }),
    )
    await page.route('**/api/Progress/Percentage**', (route) => {
      const result = { percentage: 40, text: `第 ${step} 步`, finished: false, results: [] }
      return away
        ? route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>502</h1>' })
        : route.fulfill({ json: envelope({ result }) })
    })
    await app.enter(page, '/menu-manager/dictionary')
    await page.getByRole('button', { name: '从中心下载' }).click()
    const tried = page.waitForResponse('**/api/Progress/Percentage**')
    await page.getByRole('button', { name: '开始下载' }).click()
    await tried
    away = false
    const dialog = page.getByRole('dialog', { name: '下载字典' })
    await dialog.getByText('第 4 步').waitFor()
    step = 5
    await dialog.getByText('第 5 步').waitFor()
    expect(await dialog.getByRole('button', { name: '后台继续' }).isVisible()).toBe(true)
  })
})
