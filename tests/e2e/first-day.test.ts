import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { storeIdOf } from '@yibao/server/seed/organisation.ts'
import { clientMonitor } from '@yibao/shared/calls/client-monitor.ts'
import { initialization } from '@yibao/shared/calls/initialization.ts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoPassword } from '../../tools/api.ts'
import { freePort } from '../../tools/free-port.ts'
import { hasBrowser, openBrowser, openPage, shot, signIn } from './browser.ts'
import { type Product, startProduct } from './product.ts'
import { program } from './program.ts'
import { tellStories } from './setup.ts'
import { printedSlips, slipText } from './slips.ts'
import { complaintsOf } from './witness.ts'

// The first day: a new counter PC from the first address to its test print, a store that is set up, and the tools, each
// with the real agent. What goes wrong on such a day goes wrong here: no agent, a driver that fails, a kill, a reload.

tellStories()

let product: Product
let browser: Browser
beforeAll(async () => {
  ;[product, browser] = await Promise.all([
    startProduct({ CENTRE_CATALOGUE_ROWS: '500' }, { enrolled: false }),
    openBrowser(),
  ])
}, 120_000)
afterAll(async () => {
  await browser?.close()
  await product?.end()
})

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const press = (page: Page, name: string) => button(page, name).click()
const choose = async (page: Page, field: string, option: string) => {
  await page.getByLabel(field, { exact: true }).click()
  await page.getByTitle(option).click()
}
const stepState = (page: Page, title: string) =>
  page.getByRole('navigation', { name: '步骤' }).getByRole('button', { name: title })
const next = (page: Page) => press(page, '下一步')

/** Types the six digits of the agent's own page, as the person at this PC reads them there. */
const pair = async (page: Page) => {
  const link = page.getByRole('link', { name: '打开配对码页面' })
  await link.waitFor()
  const own = await page.context().newPage()
  await own.goto((await link.getAttribute('href'))!)
  const digits = await own.locator('strong').textContent()
  await own.close()
  await page.getByRole('textbox', { name: /配对码/ }).fill(digits!)
  await page.keyboard.press('Enter')
}

const storeId = storeIdOf('P32050100001')
const storeForm = {
  公司编号: '10001',
  验证码: 'demo-verify',
  客户端编号: 'C077',
  电脑名称: '前台7',
  用户名: 'clerk',
  密码: demoPassword,
}
const fillStore = async (page: Page) => {
  for (const [label, value] of Object.entries(storeForm)) await page.getByLabel(label, { exact: true }).fill(value)
}

const brokenDriver = () => join(product.dataDir, 'agent', 'drivers', 'counter-reader')
const breakDriver = () => {
  mkdirSync(brokenDriver(), { recursive: true })
  writeFileSync(join(brokenDriver(), 'driver.json'), '{"id":"counter-reader"')
}
const mendDriver = () =>
  writeFileSync(
    join(brokenDriver(), 'driver.json'),
    JSON.stringify({
      id: 'counter-reader',
      extends: 'sscard-std',
      name: '柜台读卡器',
      version: '1.0.0',
      kind: 'socialCard',
      bits: 64,
      simulator: 'socialCard',
    }),
  )

describe.skipIf(!hasBrowser)('a new counter PC', () => {
  let page: Page
  beforeAll(async () => {
    breakDriver()
    await product.agent.kill()
    page = await openPage(browser, { viewport: { width: 1440, height: 900 } })
  })

  test('without an agent it says so, what it means and what to do; the kept steps survive', async () => {
    await page.goto(`${product.site}/install-init`)
    await press(page, '检查网络')
    await page.getByText('医保云服务可以访问，本机时间准确').waitFor()
    await shot(page, 'install-network-1440-light')
    await next(page)
    await fillStore(page)
    await press(page, '登记本机')
    await press(page, '示例大药房观前店 P32050100001')
    await page.getByText('本机已登记为「前台7」').waitFor()
    await next(page)
    await press(page, '检查助手')
    const alert = page.getByRole('alert')
    await alert.waitFor()
    await expect.poll(() => alert.textContent()).toMatch(/本机助手：(未安装|已停止).*下一步：/s)
    await shot(page, 'install-no-agent-1440-light')
    await expect.poll(() => stepState(page, '助手').textContent()).toContain('未通过')
  })

  test('the agent is found, paired by its six digits and bound to the store', async () => {
    await product.agent.start()
    await press(page, '检查助手')
    await pair(page)
    // Headless as it is, this page stands in the tab of a browser.
    await page.getByText(/△ 本机助手可以使用，但.*用桌面上的「医保云」图标打开/).waitFor()
    await page.getByRole('main').getByText('P32050100001').waitFor()
    await next(page)
  })

  test('unbound at the server, it is registered and bound again', async () => {
    const admin = await product.as('admin')
    const { items } = await admin.ok(clientMonitor.paged)
    expect(items).toHaveLength(1)
    await admin.ok(clientMonitor.unbind, { agentId: items[0]!.agentId })
    // It notices by itself, and forgets with its policy whom it was paired with.
    const pairing = async () => (await (await fetch(`${product.agent.url}/v1/hello`)).json()).result.pairing
    await expect.poll(pairing).toBe('unenrolled')
    await stepState(page, '门店').click()
    await fillStore(page)
    await page.getByRole('button', { name: /^(重新检查|登记本机)$/ }).click()
    await press(page, '示例大药房观前店 P32050100001')
    await page.getByText('本机已登记为「前台7」').waitFor()
    await next(page)
    await page.getByRole('button', { name: /^(重新检查|检查助手)$/ }).click()
    await pair(page)
    await expect.poll(async () => (await admin.ok(clientMonitor.paged)).items.length).toBe(1)
    await page.getByText('本机助手可以使用').waitFor()
    await next(page)
  })

  test('a driver that fails stops here with its reason; mended, it is read anew', async () => {
    await press(page, '检查驱动')
    const alert = page.getByRole('alert')
    await alert.waitFor()
    await expect.poll(() => alert.textContent()).toMatch(/counter-reader：驱动说明有误.*下一步：/s)
    await shot(page, 'install-driver-1440-light')
    mendDriver()
    await press(page, '检查驱动')
    await page.getByText(/个读卡驱动可用/).waitFor()
    await next(page)
  })

  test('a reload goes on at the first step that is open; the agent asks for a new code', async () => {
    await page.reload()
    await page.getByRole('heading', { name: '试读' }).waitFor()
    for (const title of ['地址', '门店', '助手', '驱动'])
      await expect.poll(() => stepState(page, title).textContent(), { message: title }).toContain('已通过')
    await press(page, '开始试读')
    await pair(page)
    await page.getByText(/试读成功，读到 \d+ 项/).waitFor()
    await next(page)
  })

  test('killed in the middle: the step says so and is done again after the start', async () => {
    product.devices({ printer: 'slow' })
    await press(page, '打印测试页')
    await page.getByText(/打印测试页…$/).waitFor()
    await product.agent.kill()
    await page.getByRole('alert').waitFor({ timeout: 40_000 })
    product.devices({})
    await product.agent.start()
    await press(page, '打印测试页')
    await pair(page)
    await page.getByText('四条边框都完整？').waitFor({ timeout: 30_000 })
    await shot(page, 'install-print-1440-light')
    await press(page, '都好')
    await page.getByText('结算小票用 模拟打印机（模拟），80 毫米').waitFor()
    const pages = printedSlips(product.dataDir).map(slipText)
    expect(pages.at(-1)).toMatch(/医保云 打印测试\s+80 毫米[\s\S]*永和鼎䶮/)
  })

  test('keys, then the end with every step; the trial waits for a login', async () => {
    await next(page)
    await press(page, '开始')
    await page.getByText(/请依次按/).waitFor()
    for (const key of ['F2', 'F4', 'F6', 'F8', 'F9', 'F10']) await page.keyboard.press(key)
    await page.getByText('F2 F4 F6 F8 F9 F10 都能收到').waitFor()
    await next(page)
    await press(page, '试算一笔')
    await page.getByText('还没有登录', { exact: false }).waitFor()
    await press(page, '跳过试算')
    await press(page, '完成')
    await page.getByRole('heading', { name: '本机可以使用了' }).waitFor()
    await page.getByText('还没有登录，验收结果只保存在本机').waitFor()
    await shot(page, 'install-end-1440-light')
  })

  test('the log can be saved, and names nobody', async () => {
    const [saved] = await Promise.all([page.waitForEvent('download'), press(page, '保存日志')])
    expect(saved.suggestedFilename()).toMatch(/^安装初始化-\d{12}\.txt$/)
    const text = readFileSync(await saved.path(), 'utf8')
    expect(text).toContain('门店  通过：本机已登记为「前台7」')
    expect(text).toContain('助手  未通过：')
    expect(text).not.toMatch(/demo-verify|Yibao@2026|[A-Z]\d{8}\b|\d{17}[\dX]/)
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toMatch(/demo-verify|Yibao@2026/)
  })

  test('the registered PC logs in, and its agent serves it', async () => {
    await press(page, '去登录')
    await signIn(page, product.site, 'clerk')
    await page.getByRole('button', { name: '助手：已连接' }).waitFor()
  })

  test('that it was set up is kept by the server, and its card comes out where slips do', async () => {
    await page.goto(`${product.site}/install-init`)
    const summary = '7 步通过（1 步有提醒），1 步跳过'
    await page.getByText(`验收结果已保存到云服务：${summary}`).waitFor()
    await press(page, '打印验收卡')
    await page.getByText('验收卡已打印').waitFor({ timeout: 30_000 })
    const card = printedSlips(product.dataDir).map(slipText).at(-1)
    expect(card).toMatch(/医保云 本机验收卡[\s\S]*示例大药房观前店[\s\S]*8 完成：已跳过/)
    const { items } = await (await product.as('admin')).ok(clientMonitor.paged)
    expect(items[0]?.accepted).toMatch(new RegExp(`^\\d{4}-\\d\\d-\\d\\d ${summary}$`))
    await page.context().close()
  })
})

describe.skipIf(!hasBrowser)('a new store', () => {
  let page: Page
  beforeAll(async () => {
    await (await product.as('area1')).ok(initialization.begin, { storeId })
    product.devices({})
    page = await openPage(browser, { viewport: { width: 390, height: 844 }, colorScheme: 'dark' })
    await page.addInitScript(() => localStorage.setItem('theme', 'dark'))
  })

  test('its clerk is led to the wizard, by the keyboard alone to the card', async () => {
    await page.goto(`${product.site}/login`)
    await page.getByLabel('用户名').fill('clerk')
    await page.getByLabel('密码').fill(demoPassword)
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/initialization\?step=0$/)
    await page.getByRole('heading', { name: '区划与接口参数' }).waitFor()
    await shot(page, 'setup-start-390-dark')
    for (const done of [/医保中心 \d+ ms 应答/, /与医保中心一致/, /已下载 \d+ 类字典/, /已对照 \d+ 种/, /药师 2 名/]) {
      await page.waitForFunction(() => document.activeElement?.getAttribute('type') === 'submit')
      await page.keyboard.press('Enter')
      await page.getByText(done).waitFor({ timeout: 60_000 })
      await page.waitForFunction(() => document.activeElement?.textContent === '下一步')
      await page.keyboard.press('Enter')
    }
    await page.getByRole('heading', { name: '读卡测试' }).waitFor()
  })

  test('another address leads back; a reload goes on at the open step', async () => {
    await page.goto(`${product.site}/dashboard`)
    await page.waitForURL(/\/initialization\?step=5$/)
    await page.getByRole('heading', { name: '读卡测试' }).waitFor()
    await expect.poll(() => stepState(page, '药师与医师').textContent()).toContain('已通过')
  })

  test('the card is read, a trial is computed, nothing is settled, and the store is open', async () => {
    await press(page, '开始试读')
    await page.getByText(/试读成功/).waitFor()
    await next(page)
    await press(page, '签到并试算')
    await page.getByText('签到和试算都通过，没有结算，没有扣款').waitFor({ timeout: 30_000 })
    await shot(page, 'setup-trial-390-dark')
    await press(page, '完成')
    await page.getByRole('heading', { name: '本店可以结算了' }).waitFor()
    await press(page, '进入首页')
    await page.waitForURL(/\/dashboard$/)
    expect(complaintsOf(page)).toEqual([])
  })

  test('a finished store has nothing left to do there', async () => {
    await page.goto(`${product.site}/initialization?step=2`)
    await page.getByText('已完成初始化，不需要再做').waitFor()
  })

  test('an administrator sends it through its set-up again, and makes the code that binds a PC of it', async () => {
    const his = await openPage(browser)
    await signIn(his, product.site, 'area1')
    await his.locator('header').getByText('苏州市').waitFor()
    await his.getByRole('link', { name: '门店数据' }).click()
    const row = his.getByRole('row').filter({ hasText: 'P32050100001' })
    const choose = async (action: string) => {
      await row.getByRole('button', { name: '更多' }).click()
      await his.getByRole('menuitem', { name: action }).click()
    }
    await choose('绑定码')
    const shown = his.getByRole('dialog', { name: '「示例大药房观前店」的绑定码' })
    const enrolCode = (await shown.locator('p').nth(1).textContent()) ?? ''
    expect(enrolCode).toMatch(/^[\w-]{16}$/)
    await press(his, '已记下')
    await shown.waitFor({ state: 'hidden' })
    const dataDir = mkdtempSync(join(tmpdir(), 'yibao-second-'))
    const port = await freePort()
    const env = { DATA_DIR: dataDir, AGENT_PORT: String(port), SERVER_URL: product.site, ENROL_CODE: enrolCode }
    const second = program('agent/src/main.ts', ['gateway'], port, env)
    await second.start()
    const pairing = async () => (await (await fetch(`${second.url}/v1/hello`)).json()).result.pairing
    await expect.poll(pairing).toBe('enrolled')
    await second.stop()
    rmSync(dataDir, { recursive: true, force: true })
    await choose('重新初始化')
    await his
      .getByRole('dialog', { name: /重新初始化/ })
      .getByRole('button', { name: '重新初始化', exact: true })
      .click()
    await his.getByText('店员下次登录时进入初始化向导').waitFor()
    await his.context().close()
  })

  test('a step is left out by an administrator’s approval and with its reason', async () => {
    await page.goto(`${product.site}/initialization`)
    await press(page, '跳过（管理员）')
    const dialog = page.getByRole('dialog', { name: '管理员授权' })
    await dialog.getByRole('textbox').nth(0).fill('area1')
    await dialog.getByRole('textbox').nth(1).fill(demoPassword)
    await dialog.getByRole('button', { name: '授权', exact: true }).click()
    await page.getByRole('textbox', { name: /原因/ }).fill('参数由中心统一维护')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: '机构信息' }).waitFor()
    await expect.poll(() => stepState(page, '区划与接口参数').textContent()).toContain('已跳过')
    await page.context().close()
  })
})

describe.skipIf(!hasBrowser)('the tools of a counter', () => {
  test('every check by whoever stands there, without a login', async () => {
    product.devices({})
    const page = await openPage(browser, { viewport: { width: 1440, height: 900 } })
    await page.addInitScript(() => localStorage.setItem('theme', 'dark'))
    await page.goto(`${product.site}/tools`)
    await press(page, '检查网络')
    await page.getByText('医保云服务可以访问').waitFor()
    await next(page)
    await press(page, '检查助手')
    await pair(page)
    await page.getByText('本机助手可以使用').waitFor()
    await next(page)
    await press(page, '检查驱动')
    await page.getByText(/个读卡驱动可用/).waitFor()
    await shot(page, 'tools-drivers-1440-dark')
    await next(page)
    product.devices({ socialCard: 'none' })
    await press(page, '开始试读')
    await page.getByRole('alert').waitFor()
    await expect.poll(() => page.getByRole('alert').textContent()).toMatch(/下一步：/)
    product.devices({})
    await press(page, '开始试读')
    await page.getByText(/试读成功/).waitFor()
    await next(page)
    await press(page, '开始扫码')
    await page.getByRole('textbox', { name: /扫码枪/ }).pressSequentially('28000000000000000001', { delay: 2 })
    await page.keyboard.press('Enter')
    await page.getByText('扫码枪可用').waitFor()
    await next(page)
    await press(page, '打印测试页')
    await page.getByText('四条边框都完整？').waitFor({ timeout: 30_000 })
    await press(page, '没有自动切纸')
    await page.getByText('小票要用手撕').waitFor()
    // Another way and another paper for the slips: printed first, then kept, and told for every document.
    await stepState(page, '打印设置').click()
    await choose(page, '纸张', '58 毫米')
    await choose(page, '方式', '按小票指令打印（ESC/POS）')
    await press(page, '打印并保存')
    await page.getByText('四条边框都完整？').waitFor({ timeout: 30_000 })
    await press(page, '都好')
    await page.getByText('结算小票用 模拟打印机（模拟），58 毫米').waitFor()
    await page.getByText('没有设置，自动选择打印机').first().waitFor()
    await shot(page, 'tools-printers-1440-dark')
    expect(readFileSync(printedSlips(product.dataDir, 'txt').at(-1)!, 'utf8')).toContain('58 毫米')
    await stepState(page, '缓存').click()
    await press(page, '查看缓存')
    await page
      .getByText(/没有缓存|已清除|清除缓存/)
      .first()
      .waitFor()
    await page.setViewportSize({ width: 390, height: 844 })
    await shot(page, 'tools-390-dark')
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('28000000000000000001')
    await page.context().close()
  })
})
