import { ybOptions } from '@yibao/shared/calls/config.ts'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { hasBrowser, shot } from './browser.ts'
import { useProduct } from './setup.ts'
import { said } from './witness.ts'

// 医保配置 of many stores: what one of them decided is filled in for another, and all of them stand in one list.

const at = useProduct()
const place = '/system-manager/medical-security-config'
const option = (page: Page, key: string) => page.locator(`[data-option=${key}]`)
const inList = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

const open = async (): Promise<Page> => {
  const page = await at.window('area1', place)
  await page.getByLabel('结算单底部说明').waitFor()
  return page
}

/** The dialog that takes over from 平江店 into 观前店, with what it would change. */
const openCopy = async (page: Page) => {
  await page.getByRole('tree').getByText('示例大药房观前店').click()
  await page.getByRole('button', { name: '从门店复制' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: '从门店复制：复制到「示例大药房观前店」' })
  await dialog.getByLabel('从哪里复制').fill('平江')
  await page.locator('.ant-select-item-option').filter({ visible: true }).getByText('平江店').click()
  await dialog.getByRole('row', { name: '无操作自动锁屏（分钟） 0 10' }).waitFor()
  return dialog
}

const openList = async (page: Page) => {
  await page.getByRole('button', { name: '一览' }).press('Enter')
  await inList(page, '平江店').getByText('3 项：').waitFor()
}

/** At an office's screen and at a phone's. */
const pictures = async (page: Page, name: string): Promise<void> => {
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height })
    // Drawn anew, another width.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
    await shot(page, `${name}-${width}`)
  }
  await page.setViewportSize({ width: 1440, height: 900 })
}

/** The same by night, for whoever looks at the pictures. */
const byNight = async () => {
  const page = await open()
  await page.evaluate(() => localStorage.setItem('theme', 'dark'))
  await page.reload()
  const dialog = await openCopy(page)
  await pictures(page, 'config-copy-dark')
  await dialog.getByRole('button', { name: '不复制' }).click()
  await openList(page)
  await pictures(page, 'config-list-dark')
  await page.close()
}

describe.skipIf(!hasBrowser)('医保配置 of many stores', () => {
  test('what one store decided is filled in for another one, looked at and then saved; the list shows both', async () => {
    const page = await open()
    const api = await at.product.as('area1')
    const { areas } = await api.ok(ybOptions.pullConfigPlaces)
    const [to, from] = areas[0]!.stores.map(({ storeId }) => ({ storeId }))
    const own = { slipLayout: 'A5', lockMinutes: 10, maskSlipName: true } as const
    const { revision } = await api.ok(ybOptions.pullYBConfigOptionsV2, from!)
    await api.ok(ybOptions.saveYBConfigOptions, { ...from, revision, values: own })
    const stored = async () => (await api.ok(ybOptions.pullYBConfigOptionsV2, to!)).revision
    const before = await stored()
    await page.reload()
    await page.getByLabel('结算单底部说明').waitFor()

    // An area takes nothing from a store: what it says holds for all of them.
    expect(await page.getByRole('button', { name: '从门店复制' }).count()).toBe(0)
    const dialog = await openCopy(page)
    await dialog.getByText('密钥、证书等文件、门店名称和机构编码不复制').waitFor()
    if (process.env.SHOTS) {
      await pictures(page, 'config-copy')
      await byNight()
    }
    await dialog.getByRole('button', { name: '填入 3 项，先不保存' }).click()
    await option(page, 'slipLayout').getByText('已修改').waitFor()
    expect(await stored(), 'nothing is saved before 保存').toBe(before)
    await page.getByRole('button', { name: '保存 3 项修改' }).click()
    await said(page, '配置已保存，下一次操作起生效')
    await option(page, 'slipLayout').getByText('本级设置').waitFor()
    await page.getByRole('treeitem', { name: '观前店（3 项本级设置）' }).waitFor()
    const { options } = await api.ok(ybOptions.pullYBConfigOptionsV2, to!)
    const values = Object.fromEntries(options.map(({ key, value }) => [key, value]))
    expect(values).toMatchObject(own)
    // Once more there is nothing left to take over.
    await page.getByRole('button', { name: '从门店复制' }).click()
    await dialog.getByLabel('从哪里复制').fill('平江')
    await page.locator('.ant-select-item-option').filter({ visible: true }).getByText('平江店').click()
    await dialog.getByText('没有要复制的本级设置，或与这里一致').waitFor()
    await dialog.getByRole('button', { name: '不复制' }).click()

    await openList(page)
    await inList(page, '整个区划').getByText('完整').waitFor()
    await inList(page, '观前店').getByText('郑区管').waitFor()
    if (process.env.SHOTS) await pictures(page, 'config-list')
    await page.getByLabel('区划/门店/机构编码').fill('平江')
    await page.getByRole('button', { name: /^查\s?询$/ }).click()
    await expect.poll(() => inList(page, '观前店').count()).toBe(0)
    await inList(page, '平江店').getByText('3 项：').click()
    await page.getByRole('treeitem', { name: /平江店/, selected: true }).waitFor()
    await option(page, 'slipLayout').getByText('本级设置').waitFor()
    // What was asked there is still asked when one comes back, with what is saved here; what is not is asked about before.
    await option(page, 'slipLayout').getByRole('button', { name: '恢复默认' }).click()
    await page.getByRole('button', { name: '保存 1 项修改' }).click()
    await said(page, '配置已保存，下一次操作起生效')
    await page.getByLabel('结算单底部说明').fill('没有保存')
    await page.getByRole('button', { name: '一览' }).click()
    await page.getByRole('button', { name: '放弃修改' }).last().click()
    await inList(page, '平江店').getByText('2 项：').waitFor()
    expect(await inList(page, '观前店').count()).toBe(0)
  })
})
