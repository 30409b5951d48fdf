import { envelope } from '@yibao/shared/envelope.ts'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { opened } from '../../tools/opened.ts'
import { answers } from './answers.ts'
import { browserPath, openConsole } from './browser.ts'

// The key test of a new counter PC (ux 5): what an ERP keeps for itself is moved by whoever may change the store's keys.

describe.skipIf(!browserPath)('the key test of the wizard', () => {
  const app = opened(openConsole)
  const sample = (name: string) => answers[name]!({}, 'clerk') as object
  const start = async (more: { buttons?: object[] } = {}) => {
    const page = await app.newPage()
    const saved: unknown[] = []
    const moved: Record<string, string> = {}
    const answer = (path: string, result: () => unknown) =>
      page.route(`**/prod-api/api/${path}`, (route) => route.fulfill({ json: envelope({ result: result() }) }))
    await answer('User/GetLoginUserInfo', () => ({ ...sample('user.getLoginUserInfo'), storeId: 's-1' }))
    if (more.buttons)
      await answer('Role/GetMenuButtonByUser', () => ({ ...sample('role.getMenuButtonByUser'), ...more }))
    await answer('YBConfig/PullMedicalUI*', () => ({ ...sample('ybConfig.pullMedicalUI'), counterKeys: moved }))
    await page.route('**/prod-api/api/YBConfig/SaveYBConfigOptions', (route) => {
      saved.push(route.request().postDataJSON())
      return route.fulfill({ json: envelope({ result: sample('ybConfig.pullYBConfigOptionsV2') }) })
    })
    await page.clock.install()
    await app.enter(page, '/install-init')
    await page.getByRole('navigation', { name: '步骤' }).getByRole('button', { name: '按键' }).click()
    await page.getByRole('button', { name: '开始', exact: true }).click()
    return { page, saved }
  }
  /** Presses keys, once the page waits for them, and waits until it takes the others for taken. */
  const pressAll = async (page: Page, keys: string[], left: string) => {
    await page.getByText(/请依次按/).waitFor()
    for (const key of keys) await page.keyboard.press(key)
    if (left) await page.getByText(`请依次按 ${left}`).waitFor()
    await page.clock.fastForward(15_000)
  }

  test('F10 does not come: one button has it Alt+P for the store, and the new key is tried at once', async () => {
    const { page, saved } = await start()
    await pressAll(page, ['F2', 'F4', 'F6', 'F8', 'F9'], 'F10')
    await page.getByText('没有收到 F10 打印：可能被 ERP 或系统占用，改为 Alt+P？').waitFor()
    await page.getByRole('button', { name: '改为 Alt+P', exact: true }).click()
    await page.getByText('请依次按 Alt+P').waitFor()
    expect(saved).toEqual([{ storeId: 's-1', revision: 0, values: { keyPrint: 'Alt+P' } }])
    await page.keyboard.press('Alt+p')
    await page.getByText('✓ F2 F4 F6 F8 F9 Alt+P 都能收到；打印由 F10 改为 Alt+P，本店每台收银电脑都是').waitFor()
  })

  test('who would not keeps the keys, and is told of the way round; a new one that does not come either is told too', async () => {
    const { page, saved } = await start()
    await pressAll(page, ['F2', 'F4', 'F6', 'F8'], 'F9 F10')
    await page.getByText('没有收到 F9 结算、F10 打印：可能被 ERP 或系统占用，改为 F7、Alt+P？').waitFor()
    await page.getByRole('button', { name: '不改' }).click()
    await page.getByText(/^△ 没有收到 F9 结算、F10 打印：.*请管理员/).waitFor()
    expect(saved).toEqual([])
    await page.getByRole('button', { name: '重新检查' }).click()
    await pressAll(page, ['F2', 'F4', 'F6', 'F8'], 'F9 F10')
    await page.getByRole('button', { name: '改为 F7、Alt+P', exact: true }).click()
    await pressAll(page, ['F7'], 'Alt+P')
    await page.getByText(/^△ 没有收到 Alt\+P 打印：.*；结算由 F9 改为 F7、打印由 F10 改为 Alt\+P/).waitFor()
  })

  test('who may not change them is asked nothing', async () => {
    const { page, saved } = await start({ buttons: [] })
    await pressAll(page, ['F2', 'F4', 'F6', 'F8', 'F9'], 'F10')
    await page.getByText(/^△ 没有收到 F10 打印：.*请管理员在医保配置中换键/).waitFor()
    expect([saved, await page.getByRole('button', { name: /改为/ }).count()]).toEqual([[], 0])
  })
})
