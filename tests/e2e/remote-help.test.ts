import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { clientMonitor } from '@yibao/shared/calls/client-monitor.ts'
import { cardReadDll } from '@yibao/shared/calls/driver-package.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { canCompile } from '../../agent/test/native.ts'
import { makeKey, makeManifest, publicKeys, signRelease } from '../../tools/sign-release.ts'
import { hasBrowser, shot } from './browser.ts'
import { readerPackage } from './reader-package.ts'
import { useProduct } from './setup.ts'
import { said } from './witness.ts'

// An administrator far away, without any of the counter's hardware: he finds out
// what is wrong with it, restarts it and brings it a new version, without leaving the console. With SHOTS=<folder> it
// leaves pictures.

/** Until a counter has asked for its policy and fetched what it names. */
const slow = { timeout: 40_000 }

/** What the page shows now, wide and narrow. */
const picture = async (page: Page, name: string) => {
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await shot(page, `${name}-${width}`, { animations: 'disabled' })
  }
}

describe.skipIf(!hasBrowser)('remote help', () => {
  const at = useProduct()
  const folder = mkdtempSync(join(tmpdir(), 'yibao-remote-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  let page: Page
  const open = async (path: string, heading: string) => {
    await page.goto(`${at.product.site}/system-manager/${path}`)
    await expect.poll(() => page.title()).toBe(`${heading} - 医保云`)
  }
  beforeAll(async () => {
    if (!hasBrowser) return
    page = await at.window('admin', undefined, { viewport: { width: 1440, height: 900 } })
  })

  test('the counter answers what is asked of it, and a bundle holds nobody’s name', async () => {
    await open('client-monitor', '客户端监控')
    const row = page.getByRole('row').filter({ hasText: '示例大药房' })
    await row.getByText('在线').waitFor()
    await picture(page, 'client-monitor')
    await row.click()
    const drawer = page.getByRole('dialog')
    await drawer.getByRole('button', { name: /^自检$/ }).click()
    await expect.poll(() => drawer.getByLabel('结果').first().inputValue()).toMatch(/✓ 云服务：可以连接/)
    await picture(page, 'client-monitor-self-test')

    await drawer.getByRole('button', { name: '查看日志' }).click()
    const log = drawer.getByRole('listitem').filter({ hasText: '查看日志' })
    await log.getByText('已完成').waitFor()

    await drawer.getByRole('button', { name: '诊断包' }).click()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      drawer.getByRole('button', { name: '下载' }).click(),
    ])
    const text = readFileSync(await file.path(), 'utf8')
    expect(JSON.parse(text)).toMatchObject({ pairing: 'enrolled', selfTest: expect.any(Array) })
    expect(text).not.toMatch(/PRIVATE|Bearer (?!\[)|"\d{17}[\dX]"/)
  })

  test('a restart ends desk and drivers, which come back by themselves', async () => {
    if (process.env.SHOTS) await page.evaluate(() => localStorage.setItem('theme', 'dark'))
    await open('client-monitor', '客户端监控')
    await page.getByRole('row').filter({ hasText: '示例大药房' }).click()
    const drawer = page.getByRole('dialog').first()
    await drawer.getByRole('button', { name: '重启助手' }).click()
    // By its name: the drawer is a dialog with such a button too, and the only one until the question is there.
    await page
      .getByRole('dialog', { name: /^重启助手：/ })
      .getByRole('button', { name: /^重启助手$/ })
      .click()
    await expect
      .poll(() => drawer.getByLabel('结果').first().inputValue(), { timeout: 45_000 })
      .toBe('桌面程序和驱动已重新启动')
    await picture(page, 'client-monitor-dark')
    await expect.poll(async () => (await fetch(`${at.product.agent.url}/health`)).status, { timeout: 45_000 }).toBe(200)
  })

  test.skipIf(!canCompile)(
    'a reader’s package is given out, set up and tried on the counter, changed, and taken back',
    async () => {
      const id = 'acme-reader'
      const admin = await at.product.as('admin')
      /** A counter that starts its devices anew has news, with which it asks for its policy. */
      const fetchPolicy = async () => {
        const { items } = await admin.ok(clientMonitor.paged, { areaCode: '320500' } as object)
        await admin.ok(clientMonitor.command, { agentId: items[0]!.agentId, kind: 'restart' })
      }
      await open('card-read-dll', '读卡DLL管理')
      await page.getByRole('button', { name: '上传读卡DLL' }).click()
      const upload = page.getByRole('dialog', { name: '上传读卡DLL' })
      await upload
        .locator('input[type=file]')
        .setInputFiles({ name: 'reader.zip', mimeType: 'application/zip', buffer: readerPackage(id) })
      await upload.getByRole('button', { name: /^(上\s?传|确\s?定)$/ }).click()
      const row = (version: string) =>
        page.getByRole('row').filter({ hasText: '示例读卡器' }).filter({ hasText: version })
      await row('1.0.0').getByText('待启用').waitFor()
      const act = async (version: string, name: RegExp) => {
        // Of a row that is still on its way nobody can say where its action stands.
        await row(version).waitFor()
        const button = row(version).getByRole('button', { name })
        if (await button.isVisible()) await button.click()
        else {
          await row(version).getByRole('button', { name: '更多' }).click()
          await page.getByRole('menuitem', { name }).click()
        }
      }
      const confirm = (name: RegExp) => page.getByRole('dialog').last().getByRole('button', { name }).click()
      await act('1.0.0', /^启\s?用$/)
      await confirm(/^启\s?用$/)
      await row('1.0.0').getByText('已启用').waitFor()
      await fetchPolicy()
      await expect.poll(async () => (await admin.ok(cardReadDll.clients, { driverId: id })).length, slow).toBe(1)

      await act('1.0.0', /^试\s?用$/)
      const drawer = page.getByRole('dialog', { name: /试用/ })
      await drawer.getByLabel('电脑').click()
      await page.locator('.ant-select-dropdown:visible').getByText('驱动 1.0.0').click()
      await drawer.getByText('参数', { exact: true }).click()
      await drawer.getByLabel('端口').fill('1002')
      await drawer.getByLabel('网关密钥', { exact: true }).fill('K-135790')
      await drawer.getByRole('button', { name: '保存参数' }).click()
      await said(page, '已保存，电脑在线时约 30 秒内生效')
      await drawer.getByRole('button', { name: '网关密钥：恢复为驱动包的值' }).click()
      const question = page.getByRole('dialog', { name: '把「网关密钥」恢复为驱动包的值？' })
      await picture(page, 'driver-settings-clear')
      await question.getByRole('button', { name: '恢复为驱动包的值' }).click()
      await drawer.getByPlaceholder('没有单独填写，用驱动包的值').waitFor()
      await expect
        .poll(() => drawer.getByLabel('端口').inputValue(), { message: 'what stands beside it stays' })
        .toBe('1002')
      await picture(page, 'driver-settings')
      await drawer.getByText('读卡', { exact: true }).click()
      // The counter may be starting the driver with its new settings: 设备正在使用 asks to try again.
      await vi.waitFor(async () => {
        await drawer.getByRole('button', { name: '开始试用' }).click()
        await drawer.getByText(/^成功，用时/).waitFor({ timeout: 8_000 })
      }, slow)
      await picture(page, 'driver-try')
      await expect.poll(() => drawer.innerText()).toMatch(/读取：社保卡\n[\s\S]*\n姓名：.*\*/)
      expect(await drawer.innerText()).not.toMatch(/张三|320501199001011238/)
      // What was read says nothing of a function that nobody has called.
      await drawer.getByText('函数', { exact: true }).click()
      await drawer.getByText(/^成功，用时/).waitFor({ state: 'detached' })
      await drawer
        .getByRole('button', { name: /^关\s?闭$/ })
        .last()
        .click()

      await act('1.0.0', /^接\s?口$/)
      const editor = page.getByRole('dialog', { name: /接口/ })
      await editor.getByText('驱动', { exact: true }).click()
      await editor.getByLabel('名称').fill('示例读卡器 二版')
      await editor.getByLabel('端口').fill('1003')
      await picture(page, 'driver-abi')
      await editor.getByRole('button', { name: '保存为新版本' }).click()
      await act('1.0.1', /^启\s?用$/)
      await confirm(/^启\s?用$/)
      await row('1.0.1').getByText('已启用').waitFor()
      await act('1.0.1', /^回\s?退$/)
      await confirm(/^回\s?退$/)
      const states = async () =>
        (await admin.ok(cardReadDll.paged, { keyword: id })).items.map(({ version, state }) => `${version} ${state}`)
      await expect.poll(states).toEqual(expect.arrayContaining(['1.0.0 enabled', '1.0.1 stopped']))
      await picture(page, 'driver-list')
    },
  )

  test('a signed release goes out to one store, is followed and paused', async () => {
    const keys = ['release', 'backup', 'root'].map((name) => join(folder, `${name}.pem`))
    for (const key of keys) makeKey(key)
    writeFileSync(join(at.product.dataDir, 'keys', 'release-keys.json'), publicKeys(keys))
    const version = join(folder, 'version')
    mkdirSync(version)
    writeFileSync(join(version, 'agent'), 'program of a test')
    const made = makeManifest({ version: '9.0.0', folders: { 'linux-x64': version } })
    const signed = signRelease(signRelease(made, keys[0]!), keys[1]!)
    writeFileSync(join(folder, 'release.json'), JSON.stringify(signed))

    await open('upgrade-client-config', '客户端升级配置')
    await page.getByRole('button', { name: '上传版本' }).click()
    const dialog = page.getByRole('dialog', { name: '上传升级版本' })
    await dialog.locator('input[type=file]').setInputFiles(join(folder, 'release.json'))
    await dialog.getByText('已登记 9.0.0').waitFor()
    await dialog.locator('input[type=file]').last().setInputFiles(version)
    await dialog.getByText('9.0.0 的文件已齐全，可以发布').waitFor()
    await picture(page, 'upgrade-upload')
    await dialog.getByRole('button', { name: '完成，去发布' }).click()

    const row = page.getByRole('row').filter({ hasText: '9.0.0' })
    await row.getByRole('button', { name: /^发\s?布$/ }).click()
    const form = page.getByRole('dialog', { name: '发布 9.0.0' })
    await form.getByLabel('发布范围').click()
    await page.getByTitle('全部客户端').click()
    await form.getByRole('button', { name: /^发\s?布$/ }).click()
    await row.getByText('发布中').waitFor()
    await row.click()
    const detail = page.getByRole('dialog', { name: '版本 9.0.0' })
    await detail.getByText('未开始').waitFor()
    await picture(page, 'upgrade-client-config')
    await detail.getByRole('button', { name: 'Close' }).or(detail.locator('.ant-drawer-close')).first().click()
    await row.getByRole('button', { name: '更多' }).click()
    await page.getByRole('menuitem', { name: '暂停' }).click()
    await page
      .getByRole('dialog')
      .last()
      .getByRole('button', { name: /^暂\s?停$/ })
      .click()
    await row.getByText('已暂停').waitFor()
  })

  test('the only node is sent away after two questions, and comes back; a slow statement shows who asked and its plan', async () => {
    await open('site-load', '站点负载')
    await page.setViewportSize({ width: 1440, height: 900 })
    const row = page
      .getByRole('row')
      .filter({ hasText: ':' })
      .filter({ hasText: /运行|排空/ })
    await row.getByText('运行').waitFor()
    await page.getByText('这里不能重启节点').waitFor()
    const give = async (order: string) => {
      await row.getByRole('button', { name: order, exact: true }).click()
      const form = page.getByRole('dialog', { name: new RegExp(`^${order}节点`) })
      await form.getByLabel('原因').fill('换机器')
      await form.getByRole('button', { name: order, exact: true }).click()
    }
    await give('排空')
    const again = page.getByRole('dialog', { name: /是最后一个服务的节点/ })
    await picture(page, 'site-load-last')
    await again.getByRole('button', { name: '排空', exact: true }).click()
    await expect.poll(async () => (await fetch(`${at.product.site}/health`)).status).toBe(503)
    await give('恢复')
    await row.getByText('运行').waitFor()
    expect((await fetch(`${at.product.site}/health`)).status).toBe(200)
    await row.getByText('运行').click()
    await page.getByRole('img', { name: /CPU/ }).waitFor()
    await picture(page, 'site-load')

    await open('slow-sql', '慢SQL')
    await page.getByRole('button', { name: '编辑阈值' }).click()
    await page.getByLabel('慢SQL阈值（毫秒）').fill('1')
    await page.getByRole('button', { name: '保存', exact: true }).click()
    await page.getByText('阈值已修改').waitFor()
    const slowRow = page.getByRole('row').filter({ hasText: /^\s*select/ })
    await expect
      .poll(async () => {
        await page.getByRole('button', { name: '查询', exact: true }).click()
        return slowRow.count()
      }, slow)
      .toBeGreaterThan(0)
    await picture(page, 'slow-sql')
    await slowRow.first().getByText('select').first().click()
    await page.getByRole('button', { name: '查看执行计划' }).click()
    await expect.poll(() => page.getByLabel('执行计划').inputValue()).toMatch(/cost=/)
    await picture(page, 'slow-sql-plan')
  })
})
