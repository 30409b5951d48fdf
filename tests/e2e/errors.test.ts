import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { role, user } from '@yibao/shared/calls/auth.ts'
import { roleUser } from '@yibao/shared/calls/role-user.ts'
import { settlement } from '@yibao/shared/calls/settlement.ts'
import { signIn } from '@yibao/shared/calls/sign-in.ts'
import { importing } from '@yibao/shared/calls/transfer.ts'
import type { Page } from 'playwright-core'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { demoPassword } from '../../tools/api.ts'
import { root } from '../../tools/root.ts'
import { chooseArea, hasBrowser } from './browser.ts'
import { elsewhere, pressAndRead, rows } from './errors/rows.ts'
import { as, atLogin, onCall, type Stage, toast } from './errors/stage.ts'
import { lastOrder } from './money.ts'
import { psnNo, useProduct } from './setup.ts'
import { until } from './until.ts'
import { said } from './witness.ts'

// SPEC 8, row by row: the real server, the centre behind it or the way there makes the error, and the person reads it.

const at = useProduct()
const attendance = '/attendance'

describe.skipIf(!hasBrowser)('the error catalogue', () => {
  let stage: Stage
  let settledKey = ''

  /** A window of a demo account on a page, without the login page before it. */
  const open = async (userName: string, path: string, site = at.product.site): Promise<Page> => {
    const page = await at.page({ reducedMotion: 'reduce' })
    await page.clock.install()
    const { token } = await at.product.as(userName)
    await page.goto(`${site}/floor.js`)
    await page.evaluate((value) => localStorage.setItem('token', value), token)
    await page.goto(`${site}${path}`)
    return page
  }
  const onStage = async (userName: string, path: string): Promise<Stage> => {
    return { page: await open(userName, path), centre: at.product.centre }
  }

  beforeAll(async () => {
    await at.api.ok(signIn.do, {})
    // The hardware is asked by the same payload: isEndPoint publishes its action, the agent reads the card.
    at.insert('李建国')
    const counter = await at.counter()
    counter.page.on('request', (request) => {
      if (request.url().includes('/Settlement/Settle')) settledKey = request.headers()['idempotency-key'] ?? ''
    })
    await counter.readCard('李建国')
    await counter.addItem('FFDS', '复方丹参滴丸')
    await counter.presettle()
    await counter.settle()
    await counter.reads('结算成功')
    await counter.page.context().close()
    stage = await onStage('clerk2', attendance)
    await stage.page.getByRole('button', { name: /^签\s?到$/ }).waitFor()
  }, 90_000)
  afterEach(async () => {
    await stage.page.unrouteAll({ behavior: 'wait' })
  })

  test.each(rows.map((row) => [row.spec, row.from, row] as const))('%s (%s)', async (_, __, row) => {
    await pressAndRead(row, stage)
  })

  test.each(elsewhere)('$spec: held elsewhere', ({ where, title }) => {
    const text = readFileSync(join(root, where), 'utf8')
    // Neither skipped nor renamed.
    expect([`test('${title}'`, `])('${title}'`].some((begin) => text.includes(`\n${begin}`))).toBe(true)
  })

  test('401: one alert however many calls fail; confirming resets the token and reloads', async () => {
    const { page } = stage
    const api = await at.product.as('clerk2')
    const { userId } = await api.ok(user.getLoginUserInfo)
    const token = await page.evaluate(() => localStorage.getItem('token') ?? '')
    await api.ok(user.logoff, { userId })
    await page.evaluate((value) => localStorage.setItem('token', value), `${token}x`)
    const failed: number[] = []
    page.on('response', (answer) => answer.status() === 401 && failed.push(401))
    // In one go: the alert of the first would cover the second.
    await page.evaluate(() => {
      for (const button of document.querySelectorAll('main button'))
        if (/^(签\s?到|刷新)$/.test(button.getAttribute('aria-label') ?? button.textContent ?? ''))
          (button as HTMLElement).click()
    })
    await expect.poll(() => failed.length).toBeGreaterThan(1)
    const alert = page.getByRole('alertdialog', { name: '登录已过期，请重新登录' })
    await alert.waitFor()
    await expect.poll(() => page.getByRole('alertdialog').count()).toBe(1)
    await alert.getByRole('button', { name: '重新登录' }).click()
    await page.waitForURL(/\/login\?redirect=/)
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
  })

  test('106001: the key of a booked settlement with another order, as a page sends that was copied meanwhile', async () => {
    const { page } = await onStage('clerk', attendance)
    const here = { ...stage, page }
    await onCall(page, signIn.signOut, as(settlement.settle, { orderId: 'another' }, { 'idempotency-key': settledKey }))
    await page.getByRole('button', { name: /^签\s?退$/ }).click()
    await page
      .getByRole('dialog', { name: '签退' })
      .getByRole('button', { name: /^签\s?退$/ })
      .click()
    await toast(here, '同一提交号的内容不一致。请刷新页面后重试', 'error')
    await page.context().close()
  })

  test('106001: the key of a settlement that is still running, sent again before the centre has answered', async () => {
    const counter = await at.counter()
    at.insert('王秀英')
    await counter.readCard('王秀英')
    await counter.addItem('FFDS', '复方丹参滴丸')
    await counter.presettle()
    await at.product.centre.fault({ fault: 'delay', infno: '2102', ms: 120_000 })
    const left = counter.page.waitForRequest((request) => request.url().includes('/Settlement/Settle'))
    await counter.settle()
    const running = await left
    await until(
      '2102 is on its way',
      () => lastOrder(at.api),
      ({ status }) => status === '4',
    )
    const { page } = await onStage('clerk', attendance)
    const key = running.headers()['idempotency-key']!
    await onCall(page, signIn.signOut, as(settlement.settle, running.postDataJSON(), { 'idempotency-key': key }))
    await page.getByRole('button', { name: /^签\s?退$/ }).click()
    await page
      .getByRole('dialog', { name: '签退' })
      .getByRole('button', { name: /^签\s?退$/ })
      .click()
    await toast({ ...stage, page }, '上一次提交还在处理。请等待结果，不要重复提交', 'error')
    await page.context().close()
    await at.product.centre.goOn()
    await counter.reads('结算成功')
    await counter.page.context().close()
  })

  test('guard or menu fetch failure: its words on the login page, the token reset', async () => {
    const page = await open('clerk2', '/404')
    await onCall(page, role.getMenuList, as(roleUser.getUserTree))
    await page.goto(`${at.product.site}/attendance`)
    await atLogin({ ...stage, page }, /^没有「.+」的权限$/)
    expect(new URL(page.url()).search).toBe('?redirect=%2Fattendance')
    await page.context().close()
  })

  test('guard failure by 401: the alert says it, the login page does not repeat it', async () => {
    const page = await open('clerk2', '/404')
    await page.evaluate(() => localStorage.setItem('token', 'nobody'))
    await page.goto(`${at.product.site}/attendance`)
    const alert = page.getByRole('alertdialog', { name: '登录已过期，请重新登录' })
    await alert.getByRole('button', { name: '重新登录' }).click()
    await atLogin({ ...stage, page }, /^$/)
    await page.context().close()
  })

  test.each([
    ['silent login, data missing', 'companyId=1&clientNo=2&routeKey=1', '缺少登录信息，请从 ERP 重新打开'],
    ['unknown routeKey', 'companyId=1&clientNo=2&verifyCode=3&routeKey=99', '没有匹配的页面，即将转到登录页'],
    ['silent login refused', 'companyId=10001&clientNo=C001&verifyCode=x&routeKey=1', '静默登录未通过'],
  ])('%s', async (_, query, text) => {
    const page = await at.page()
    await page.goto(`${at.product.site}/forwarding?${query}`)
    await atLogin({ ...stage, page }, new RegExp(`^${text}`))
    await page.context().close()
  })

  test('downloads: refused by its error, busy where the answer says nothing, or saved', async () => {
    const { page } = await onStage('area1', '/menu-manager/dictionary')
    const here = { ...stage, page }
    await page.getByRole('button', { name: '导入' }).click()
    const template = page.getByRole('button', { name: '下载导入模板' })
    await onCall(page, importing.template, as(importing.template, { importType: 'nothing' }))
    await template.click()
    await toast(here, '没有这种导入。请刷新页面后重试', 'error')
    await page.unrouteAll()
    await onCall(page, importing.template, (route) => route.fulfill({ json: { ok: false } }))
    await template.click()
    await toast(here, /服务器繁忙/, 'error')
    await page.unrouteAll()
    await template.click()
    await toast(here, '文件下载成功', 'success')
    await page.context().close()
  })

  test('a frame for the ERP where there is none, or where it is not ready', async () => {
    const chosen = async (page: Page) => {
      // No agent on this PC either.
      await page.route(`${at.product.agent.url}/**`, (route) => route.abort())
      await page.goto(`${at.product.site}/disease-select`)
      await page.getByPlaceholder('扫码').fill(await at.product.centre.code(psnNo(3)))
      await page.keyboard.press('Enter')
      await page.getByRole('option', { name: /高血压/ }).click()
    }
    const alone = await open('clerk', '/404')
    await chosen(alone)
    await said(alone, /不运行在ERP环境 \{.*"type":"disease".*"diseaseName":"高血压"/)
    await alone.context().close()

    const framed = await at.page()
    const who = { companyId: '10001', clientNo: 'C001', verifyCode: 'demo-verify', routeKey: '9' }
    await framed.goto(`${at.product.site}/forwarding?${new URLSearchParams(who)}`)
    await framed.waitForURL('**/disease-select')
    await chosen(framed)
    await said(framed, 'sendFrameMessage未实现')
    await framed.context().close()
  })

  test.each([
    ['Cannot find document.', () => Reflect.deleteProperty(HTMLIFrameElement.prototype, 'contentWindow')],
    ['iframes may not be supported in this browser.', () => Reflect.set(URL, 'createObjectURL', () => '')],
  ])('printing by the browser: %s', async (text, cripple) => {
    const page = await open('clerk', '/404')
    await page.route(`${at.product.agent.url}/**`, (route) => route.abort())
    await page.addInitScript(cripple)
    await page.goto(`${at.product.site}/print-settlement`)
    await page.getByRole('button', { name: '80 毫米' }).first().click()
    const preview = page.getByRole('dialog', { name: '打印预览' })
    await preview.getByRole('button', { name: '打印', exact: true }).click()
    await toast({ ...stage, page }, text, 'error')
    await page.context().close()
  })

  const menu = async (page: Page, item: string) => {
    await page.getByRole('button', { name: /^你好/ }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }

  test('修改成功, 操作成功: profile and password', async () => {
    const { page } = await onStage('pharmacist', '/dashboard')
    const here = { ...stage, page }
    await menu(page, '个人信息')
    const profile = page.getByRole('dialog', { name: '修改用户信息' })
    await profile.getByLabel('昵称').fill('王药师')
    await profile.getByRole('button', { name: '保存', exact: true }).click()
    await toast(here, '修改成功', 'success')
    await menu(page, '修改密码')
    const password = page.getByRole('dialog', { name: '修改密码' })
    await password.getByLabel('旧密码').fill('wrong')
    await password.getByLabel('新密码').fill('Yaoshi@2027')
    await password.getByLabel('确认密码').fill('Yaoshi@2027')
    await password.getByRole('button', { name: '修改密码' }).click()
    await toast(here, /^旧密码不正确。还可以尝试 \d 次$/, 'error')
    await password.getByLabel('旧密码').fill(demoPassword)
    await password.getByRole('button', { name: '修改密码' }).click()
    await toast(here, '操作成功', 'success')
    await page.context().close()
  })

  test('切换区划成功: said before the page is opened anew', async () => {
    const { page } = await onStage('area', '/dashboard')
    await chooseArea(page, '苏州市 320500')
    await said(page, '切换区划成功')
    await page.context().close()
  })
})
