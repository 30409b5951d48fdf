import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { settlement } from '@yibao/shared/calls/settlement.ts'
import { signIn } from '@yibao/shared/calls/sign-in.ts'
import { messageOf } from '@yibao/shared/envelope.ts'
import { routeOfKey } from '@yibao/shared/menu.ts'
import type { Page } from 'playwright-core'
import request from 'supertest'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { apiOf } from '../../tools/api.ts'
import { hasBrowser } from './browser.ts'
import { counterOf } from './counter-page.ts'
import { expectSameMoney } from './money.ts'
import { psnNo, store, useProduct } from './setup.ts'
import { until } from './until.ts'

// The ERP's doors: a silent login by routeKey (SPEC 2, 5, 8), guests, and a native ERP that posts its bill.

const samples = fileURLToPath(new URL('../../docs/erp-sample/', import.meta.url))
// It listens from the beginning: an address that is only chosen may be somebody else's a minute later.
const boxHost = createServer((_, answer) =>
  answer.setHeader('content-type', 'text/html').end(readFileSync(join(samples, 'box.html'))),
).listen(0, '127.0.0.1')
await once(boxHost, 'listening')
const box = `http://127.0.0.1:${(boxHost.address() as AddressInfo).port}`
const at = useProduct({ ERP_ORIGINS: box })
const who = { companyId: '10001', clientNo: 'C001', verifyCode: 'demo-verify' }

afterAll(() => {
  boxHost.close()
  boxHost.closeAllConnections()
})

/** Whether the Python sample can be run; without it everything else is. */
const hasPython = spawnSync('python3', ['--version']).status === 0

const enter = async (page: Page, query: Record<string, string>) => {
  await page.goto(`${at.product.app}/forwarding?${new URLSearchParams(query)}`)
}
const pathOf = (page: Page) => new URL(page.url()).pathname.replace(/^\/app/, '')
const tokenOf = (page: Page) => page.evaluate(() => localStorage.getItem('token') ?? '')
/** A guest's session is his window's alone. */
const guestTokenOf = (page: Page) => page.evaluate(() => sessionStorage.getItem('token') ?? '')

describe.skipIf(!hasBrowser)('from the ERP', () => {
  beforeAll(async () => {
    // C001 belongs to the account `clerk`, so this is its sign-in too.
    await at.api.ok(signIn.do, {})
  })

  test.each(['1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11'])(
    'routeKey %s reaches its page without sidebar and tabs',
    async (routeKey) => {
      const page = await at.page()
      const asked: string[] = []
      page.on('request', (request) => asked.push(request.url()))
      await enter(page, { ...who, routeKey })
      const target = routeOfKey(routeKey)!
      const path = target === '/' ? '/dashboard' : target
      await page.waitForURL((url) => url.pathname === `/app${path}`)
      await page.getByRole('main').waitFor()
      await until(
        'the page has its title',
        () => page.title(),
        (title) => title.endsWith('医保云') && !title.startsWith('登录'),
      )
      expect(await page.getByRole('navigation', { name: '菜单' }).count()).toBe(0)
      expect(await page.getByRole('tablist').count()).toBe(0)
      // The credentials were in the first address only: in none that any script asked for, and not in the bar.
      expect(page.url()).not.toContain('verify')
      expect(asked.slice(1).filter((url) => url.includes('demo-verify'))).toEqual([])
      expect(await page.evaluate(() => history.length)).toBeLessThanOrEqual(2)
      await page.context().close()
    },
  )

  test.each([
    ['an unknown routeKey', { ...who, routeKey: '99' }, '没有匹配的页面'],
    ['no clientNo', { companyId: '10001', verifyCode: 'x', routeKey: '8' }, '缺少登录信息'],
    ['a wrong verifyCode', { ...who, verifyCode: 'wrong', routeKey: '8' }, /./],
  ])('%s leads to the login page, which says why', async (_, query, text) => {
    const page = await at.page()
    await enter(page, query as Record<string, string>)
    await page.getByRole('button', { name: '登录', exact: true }).waitFor()
    await expect.poll(() => page.getByRole('alert').innerText()).toMatch(text)
    expect(await tokenOf(page)).toBe('')
    expect(page.url()).not.toContain('wrong')
    await page.context().close()
  })

  test.each([
    ['isQrCode', '/medical-insurance-settlement/qr-code'],
    ['isExOrder', '/abnormal-manager/abnormal-order-manager'],
  ])('%s opens its page for a guest, who can do nothing else', async (flag, path) => {
    const page = await at.page()
    await enter(page, { ...who, [flag]: 'true' })
    await page.waitForURL((url) => url.pathname === `/app${path}`)
    await page.getByRole('main').waitFor()
    expect(await tokenOf(page)).toBe('')
    const guest = apiOf(at.product.site, await guestTokenOf(page))
    const refused = await guest.send(settlement.parkedList, {})
    expect([refused.success, refused.statusCode]).toEqual([false, 403])
    expect(`${messageOf(refused)}${refused.resultNotice?.tips ?? ''}`).toContain('登录')
    await page.goto(`${at.product.app}/swiping-card`)
    await page
      .getByText(/没有.*权限/)
      .first()
      .waitFor()
    expect(pathOf(page)).toBe('/401')
    await page.context().close()
  })

  test('a launch for a bill: its disease goes back under its number, and nobody is taken for its customer unasked', async () => {
    const page = await at.page()
    const launch = { ...who, routeKey: '9', billNo: 'XS20261121009', revision: '2' }
    await enter(page, launch)
    await page.getByPlaceholder('扫码').fill(await at.product.centre.code(psnNo(3)))
    await page.keyboard.press('Enter')
    const disease = page.getByRole('option', { name: /高血压/ })
    await disease.waitFor()
    // The next bill may be another customer's.
    await enter(page, launch)
    const still = page.getByRole('button', { name: /^仍为 .+？$/ })
    await still.waitFor()
    expect(await disease.count()).toBe(0)
    await still.click()
    // The first one is marked already.
    await disease.click()
    await page.getByText('已把「高血压」交给 ERP').waitFor()
    const token = readFileSync(join(at.product.dataDir, 'agent', 'erp-token'), 'utf8').trim()
    const asked = request(at.product.agent.url).get('/v1/erp/frames?billNo=XS20261121009')
    const { body } = await asked.set('Authorization', `Bearer ${token}`)
    expect(body.result.frames).toMatchObject([{ type: 'disease', billNo: 'XS20261121009', revision: 2 }])
    await enter(page, { ...who, routeKey: '10', setlId: 'S-NONE' })
    await expect.poll(() => page.getByPlaceholder('ERP 单号、结算号').inputValue()).toBe('S-NONE')
    await page.getByText('没有找到已结算的订单').waitFor()
    await page.context().close()
  })

  test('a bill of a native ERP arrives, is settled, and its result comes back once', async () => {
    const token = readFileSync(join(at.product.dataDir, 'agent', 'erp-token'), 'utf8').trim()
    // supertest sends what a native program sends; Node's own fetch calls itself a browser.
    const erp = async (method: 'get' | 'post', path: string, args?: unknown) => {
      const asked = request(at.product.agent.url)[method](path).set('Authorization', `Bearer ${token}`)
      return (await (args ? asked.send({ args }) : asked)).body as { ok: boolean; code?: string; result: unknown }
    }
    const page = await at.page()
    await enter(page, { ...who, routeKey: '8' })
    const counter = counterOf(page)
    await counter.scanBox.waitFor()
    at.insert('李建国')
    const bill = {
      id: 'frame-1',
      type: 'bill',
      billNo: 'XS20261121001',
      revision: 1,
      body: {
        lines: [{ ownCode: '100002', name: '复方丹参滴丸', quantity: '2', price: '30', amount: '60.00' }],
        total: '60.00',
        operator: '01',
      },
    }
    // The page must have joined the agent: events of before that are read again by number.
    await page
      .getByRole('group', { name: '读取凭证' })
      .getByRole('button', { name: /社保卡/, disabled: false })
      .first()
      .waitFor()
    expect((await erp('post', '/v1/erp/frames', bill)).ok).toBe(true)
    await counter.reads('已接收 ERP 销售单 XS20261121001')
    await expect.poll(() => counter.region('购药明细').innerText()).toContain('来自 ERP 销售单 XS20261121001')
    await counter.readCard('李建国')
    await counter.presettle()
    await counter.settle()
    await counter.reads('结算成功')
    const ours = await expectSameMoney(at.books, await counter.money())
    expect(ours.erpBill).toBe('XS20261121001')
    const frames = async () => {
      const { result } = await erp('get', '/v1/erp/frames?since=0')
      const list = Array.isArray(result) ? result : (result as { frames: unknown[] }).frames
      return list as { id: string; type: string; billNo: string; revision: number; body: Record<string, string> }[]
    }
    const [result] = await until(
      'the ERP gets its result',
      async () => (await frames()).filter(({ type }) => type === 'result'),
      (list) => list.length > 0,
    )
    expect(result).toMatchObject({
      billNo: 'XS20261121001',
      body: { state: 'settled', setlId: ours.setlId, total: '60.00', account: ours.account, cash: ours.cash },
    })
    // The ERP did not acknowledge within two seconds: the clerk reads it, until it does (M39).
    await counter.reads('结算成功，ERP 尚未收到结果')
    const { id, revision, billNo } = result!
    const ack = { id: 'ack-1', type: 'ack', billNo, revision, body: { id } }
    expect((await erp('post', '/v1/erp/frames', ack)).ok).toBe(true)
    await counter.reads('ERP 已收到结算结果')
    // The same bill again: the first result is returned, nothing is booked (ux 1.11).
    const before = (await at.product.centre.book(store)).length
    const again = await erp('post', '/v1/erp/frames', { ...bill, id: 'frame-2' })
    expect(again).toMatchObject({ ok: true, result: { result } })
    expect(await erp('get', `/v1/erp/frames?billNo=${billNo}`)).toMatchObject({
      result: { frames: expect.arrayContaining([result]) },
    })
    expect(await at.product.centre.book(store)).toHaveLength(before)
    await page.context().close()
  })

  test.skipIf(!hasPython)(
    'the sample ERP in Python: a bill posted while nobody looks, settled, acknowledged',
    async () => {
      const args = ['--agent', at.product.agent.url, '--token-file', join(at.product.dataDir, 'agent', 'erp-token')]
      const erp = (seconds: number) =>
        spawn('python3', [join(samples, 'erp.py'), ...args, '--seconds', String(seconds), join(samples, 'bill.json')])
      expect((await once(erp(0), 'close'))[0]).toBe(1)
      const page = await at.page()
      await enter(page, { ...who, routeKey: '8' })
      const counter = counterOf(page)
      await counter.reads('已接收 ERP 销售单 XS20261121002')
      const second = erp(60)
      // It may have its result and be gone before the clerk has read hers.
      const ended = once(second, 'close')
      const said: string[] = []
      second.stdout.on('data', (data) => said.push(String(data)))
      at.insert('李建国')
      await counter.readCard('李建国')
      await counter.presettle()
      await counter.settle()
      await counter.reads('结算成功')
      const ours = await expectSameMoney(at.books, await counter.money())
      expect((await ended)[0]).toBe(0)
      expect(JSON.parse(said.join(''))).toMatchObject({ state: 'settled', setlId: ours.setlId, total: '30.00' })
      // Once more: the first result at once, nothing is booked, and acknowledging twice is no fault.
      const before = (await at.product.centre.book(store)).length
      expect((await once(erp(0), 'close'))[0]).toBe(0)
      expect(await at.product.centre.book(store)).toHaveLength(before)
      await page.context().close()
    },
  )

  test('the sample box: the console in its frame, reloaded with the bill under way, settles and the box hears of it', async () => {
    const page = await at.page()
    const billNo = 'XS20261121003'
    await page.goto(`${box}/box.html?${new URLSearchParams({ app: at.product.app, ...who, routeKey: '8', billNo })}`)
    const state = page.getByRole('status')
    const heard = (text: string) =>
      until(
        `the box hears ${text}`,
        () => state.innerText(),
        (said) => said.includes(text),
      )
    await heard('已连接')
    await page.getByRole('button', { name: '发送销售单' }).click()
    await page.getByRole('button', { name: '刷新医保云' }).click()
    const counter = counterOf(page, page.frames()[1]!)
    await until(
      'the bill is on the counter',
      () =>
        counter
          .region('购药明细')
          .innerText()
          .catch(() => ''),
      (text) => text.includes(`来自 ERP 销售单 ${billNo}`),
    )
    await heard('医保云已接收')
    at.insert('李建国')
    await counter.scanBox.click()
    await counter.readCard('李建国')
    await counter.presettle()
    await counter.settle()
    await heard('"state":"settled"')
    const { length } = await at.product.centre.book(store)
    expect(length).toBeGreaterThan(0)
    // The till was started anew and has lost the answer: the same bill brings it back, with no customer at the counter.
    await page.reload()
    // A till that went before it acknowledged the result is told it again as soon as it is there.
    await until(
      'the box is connected',
      () => state.innerText(),
      (said) => /已连接|"state":"settled"/.test(said),
    )
    await page.getByRole('button', { name: '发送销售单' }).click()
    await heard('"state":"settled"')
    expect(await at.product.centre.book(store)).toHaveLength(length)
    await page.context().close()
  })

  test('a page that is no ERP of ours cannot frame the console', async () => {
    const page = await at.page()
    await page.route('http://stranger.example/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: `<iframe src="${at.product.app}/login"></iframe>` }),
    )
    await page.goto('http://stranger.example/')
    await until(
      'the frame is refused',
      async () => page.frames()[1]?.url() ?? '',
      (url) => url.startsWith('chrome-error'),
    )
    await page.context().close()
  })
})
