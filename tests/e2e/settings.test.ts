import { ybOptions } from '@yibao/shared/calls/config.ts'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { apiOf } from './api.ts'
import { hasBrowser, signIn } from './browser.ts'
import { useProduct } from './setup.ts'
import { said } from './witness.ts'

// The options of an area in a browser, over the real server and centre: what is inherited, what is changed, tried,
// saved, saved by somebody else meanwhile, and what it does at the counter.

const path = '/system-manager/medical-security-config'
const inArea = { medicalAreaCode: '320500' }

describe.skipIf(!hasBrowser)('the options of an area', () => {
  const at = useProduct()

  const open = async (): Promise<Page> => {
    const page = await at.page()
    await signIn(page, at.product.site, 'area1')
    await page.getByText('苏州市 320500').first().waitFor()
    await page.goto(`${at.product.site}${path}`)
    await page.getByLabel('结算单底部说明').waitFor()
    return page
  }
  const row = (page: Page, option: string) => page.locator(`[data-option=${option}]`)
  const saveButton = (page: Page) => page.getByRole('button', { name: /^保存/ })
  const saved = (page: Page) => said(page, '配置已保存，下一次操作起生效')
  const apiOfPage = async (page: Page) =>
    apiOf(at.product.server.url, (await page.evaluate(() => localStorage.getItem('token'))) ?? '')

  test('tells where each value comes from, marks what is changed, and takes it back', async () => {
    const page = await open()
    await row(page, 'slipNote').getByText('继承系统默认').waitFor()
    await row(page, 'medicalTypes').getByText('本级设置').waitFor()
    await page.getByLabel('结算单底部说明').fill('祝早日康复')
    await row(page, 'slipNote').getByText('已修改').waitFor()
    await page.getByRole('button', { name: '保存 1 项修改' }).waitFor()
    await row(page, 'slipNote').getByRole('button', { name: '撤回修改' }).click()
    await expect.poll(() => saveButton(page).isDisabled()).toBe(true)
    await page.getByLabel('查找配置项').fill('追溯码')
    await expect.poll(() => page.locator('[data-option]').count()).toBe(1)
  })

  test('says a field’s own text, and saves nothing that breaks it', async () => {
    const page = await open()
    await page.getByLabel('医保中心地址').fill('ftp://centre')
    await row(page, 'centreUrl').getByRole('alert').waitFor()
    await expect.poll(() => saveButton(page).isDisabled()).toBe(true)
    await page.getByRole('button', { name: '放弃修改' }).click()
    await expect.poll(() => page.getByLabel('医保中心地址').inputValue()).toBe(at.product.simulator.url)
  })

  test('saves, and the counter has it at once', async () => {
    const page = await open()
    await page.getByRole('switch', { name: '必须录入追溯码' }).click()
    await saveButton(page).click()
    await saved(page)
    await row(page, 'traceCodeRequired').getByText('系统默认：关').waitFor()
    const counter = await at.counter()
    await counter.page.getByRole('columnheader', { name: '追溯码' }).waitFor()
    await row(page, 'traceCodeRequired').getByRole('button', { name: '恢复默认' }).click()
    await saveButton(page).click()
    await row(page, 'traceCodeRequired').getByText('继承系统默认').waitFor()
    await page.getByRole('button', { name: '修改记录' }).click()
    const history = page.getByRole('dialog', { name: '修改记录：苏州市' })
    await history.getByText('必须录入追溯码：开 → 未设置').waitFor()
    await history.getByText('必须录入追溯码：未设置 → 开').waitFor()
  })

  test('tries the connection with what is only typed, and never shows the secret again', async () => {
    const page = await open()
    await page.getByRole('button', { name: '测试连接' }).click()
    const good = page.getByRole('dialog', { name: '测试连接：通过' })
    await good.getByText('示例大药房观前店').waitFor()
    await good
      .getByRole('button', { name: /^关\s?闭$/ })
      .last()
      .click()
    await page.getByLabel('网关密钥').fill('not-the-secret')
    await page.getByRole('button', { name: '测试连接' }).click()
    const bad = page.getByRole('dialog', { name: '测试连接：没有通过' })
    await bad.getByText(/医保中心：/).waitFor()
    await bad
      .getByRole('button', { name: /^关\s?闭$/ })
      .last()
      .click()
    await page.getByLabel('网关密钥').fill('demo-secret-320500')
    await saveButton(page).click()
    await saved(page)
    await expect.poll(() => page.getByLabel('网关密钥').inputValue()).toBe('')
    await page.getByRole('button', { name: '测试连接' }).click()
    await page.getByRole('dialog', { name: '测试连接：通过' }).waitFor()
    expect(await page.content()).not.toContain('demo-secret-320500')
  })

  test('a save over somebody’s newer one is refused and shown; the changes stay to be looked at', async () => {
    const page = await open()
    await page.getByLabel('结算单底部说明').fill('我的说明')
    const api = await apiOfPage(page)
    const { revision } = await api.ok(ybOptions.pullYBConfigOptionsV2, inArea)
    await api.ok(ybOptions.saveYBConfigOptions, { ...inArea, revision, values: { slipNote: '别人的说明' } })
    await saveButton(page).click()
    await page.getByText(/已保存了新的配置，这次没有保存/).waitFor()
    await row(page, 'slipNote').getByText('现在保存的是：别人的说明').waitFor()
    expect(await page.getByLabel('结算单底部说明').inputValue()).toBe('我的说明')
    await saveButton(page).click()
    await saved(page)
    const after = await api.ok(ybOptions.pullYBConfigOptionsV2, inArea)
    expect(after.options.find(({ key }) => key === 'slipNote')?.value).toBe('我的说明')
  })

  test('a store has its own level, and unsaved changes are asked about before another place is shown', async () => {
    const page = await open()
    await page.getByLabel('结算单底部说明').fill('没有保存')
    await page.getByRole('tree').getByText('示例大药房观前店').click()
    await page.getByRole('dialog').getByRole('button', { name: '继续编辑' }).click()
    expect(await page.getByLabel('结算单底部说明').inputValue()).toBe('没有保存')
    await page.getByRole('tree').getByText('示例大药房观前店').click()
    await page.getByRole('dialog').getByRole('button', { name: '放弃修改' }).click()
    await row(page, 'slipNote').getByText('继承区划').waitFor()
    expect(await page.getByLabel('医保中心地址').count()).toBe(0)
    await page.getByLabel('结算单底部说明').fill('本店说明')
    await saveButton(page).click()
    await row(page, 'slipNote').getByText('区划：我的说明').waitFor()
  })
})
