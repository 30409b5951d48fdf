import { envelope } from '@yibao/shared/envelope.ts'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { opened } from '../../tools/opened.ts'
import { answers } from './answers.ts'
import { browserPath, openConsole } from './browser.ts'
import { heldBack } from './held-back.ts'

describe.skipIf(!browserPath)('what an action changed is read before the next one', () => {
  const app = opened(openConsole)

  /** The abnormal orders: `reads` counts how often the list was read; `hold` keeps the next reading until it is let go. */
  const open = async () => {
    const page = await app.newPage(1440, 900)
    let held: Promise<void> = Promise.resolve()
    let reads = 0
    await page.route('**/api/Order/AbnormalPaged**', async (route) => {
      reads++
      await held
      await route.fallback()
    })
    await app.enter(page, '/abnormal-manager/abnormal-order-manager')
    const row = page.locator('tbody tr[data-row-key]').filter({ hasText: '重查' }).first()
    await row.waitFor()
    const hold = () => {
      let go = () => {}
      held = new Promise((resolve) => {
        go = resolve
      })
      return () => go()
    }
    return { page, row, reads: () => reads, hold }
  }

  test('an action written by hand and one that is a call are over when the list was read, once', async () => {
    const { page, row, reads, hold } = await open()
    const [recheck, bind] = [row.getByRole('button', { name: '重查' }), row.getByRole('button', { name: '补录' })]
    const overAfterOneReading = async (before: number, go: () => void) => {
      await expect.poll(reads).toBe(before + 1)
      await expect.poll(async () => [await recheck.isDisabled(), await bind.isDisabled()]).toEqual([true, true])
      go()
      await expect.poll(async () => [await recheck.isEnabled(), await bind.isEnabled()]).toEqual([true, true])
      expect(reads()).toBe(before + 1)
    }
    const before = reads()
    const go = hold()
    await recheck.click()
    await overAfterOneReading(before, go)

    await bind.click()
    const form = page.getByRole('dialog')
    await form.getByLabel('结算号').fill('S-1')
    await form.getByLabel('就诊号').fill('M-1')
    let sent = { reads: 0, go: () => {} }
    await page.route('**/api/Order/Bind/**', (route) => {
      sent = { reads: reads(), go: hold() }
      return route.fulfill({ json: envelope({ result: null }) })
    })
    await form.getByRole('button', { name: '核对并补录' }).click()
    await form.waitFor({ state: 'detached' })
    await overAfterOneReading(sent.reads, sent.go)
  })

  test('one that is left reads nothing; one that is refused does, for the row may have changed', async () => {
    const { page, row, reads } = await open()
    const before = reads()
    await row.getByRole('button', { name: '补录' }).click()
    const form = page.getByRole('dialog')
    await form.getByRole('button', { name: '不补录' }).click()
    await form.waitFor({ state: 'detached' })
    const recheck = row.getByRole('button', { name: '重查' })
    await expect.poll(() => recheck.isEnabled()).toBe(true)
    expect(reads()).toBe(before)

    await page.route('**/api/Order/Recheck**', (route) => route.abort())
    await recheck.click()
    await expect.poll(reads).toBe(before + 1)
    await expect.poll(() => recheck.isEnabled()).toBe(true)
    expect(reads()).toBe(before + 1)
  })

  test('of two rows the one pressed last opens its dialog: the first, still read, opens none over it or after it', async () => {
    const page = await app.newPage(1440, 900)
    await app.enter(page, '/reconciliation/order-management?f.status=2')
    const rows = page.locator('tbody tr[data-row-key]').filter({ hasText: '撤销结算' })
    await rows.nth(1).waitFor()
    const press = (i: number) => rows.nth(i).getByRole('button', { name: '撤销结算' })
    const first = await rows.nth(0).getAttribute('data-row-key')
    const form = page.getByRole('dialog')
    const overFirst = async (other: Locator, name: RegExp) => {
      const come = await heldBack(page, `**/api/Order/Get/${first}*`)
      const asked = page.waitForRequest(`**/api/Order/Get/${first}*`)
      await press(0).click()
      await asked
      await other.click()
      await page.getByRole('dialog', { name }).waitFor()
      come()
      await expect.poll(() => press(0).isEnabled()).toBe(true)
      expect(await form.count()).toBe(1)
      await page.keyboard.press('Escape')
      await form.waitFor({ state: 'detached' })
      await page.unroute(`**/api/Order/Get/${first}*`)
    }
    await overFirst(press(1), /^撤销结算/)
    // What the second one sends, here for its slip, does not speak for the first.
    await overFirst(rows.nth(1).getByRole('button', { name: /^打\s?印$/ }), /补打原因/)
    // Pressed again it is wanted.
    await press(0).click()
    await form.waitFor()
    expect(app.faults).toEqual([])
  })

  test('a button that still runs says so, to who does not see it turn as well: the next press waits for it', async () => {
    const page = await app.newPage(1440, 900)
    await app.enter(page, '/permission/menu-role-management', 'admin')
    const add = page.getByRole('button', { name: '新增角色' })
    const form = page.getByRole('dialog', { name: '新增角色' })
    await add.click()
    await form.getByLabel('名称').fill('夜班䶮')
    await page.route('**/api/Role/AddMenuRole', (route) =>
      route.fulfill({ json: envelope({ result: { roleId: 'r' } }) }),
    )
    const come = await heldBack(page, '**/api/Role/MenuRolePaged**')
    await form.getByRole('button', { name: /^保\s?存$/ }).click()
    await form.waitFor({ state: 'detached' })
    await expect.poll(() => add.isDisabled()).toBe(true)
    come()
    await add.click()
    await form.waitFor()
  })
})

describe.skipIf(!browserPath)('what was filled in stays until it is in the book', () => {
  const app = opened(openConsole)
  const payments = '/reconciliation/order-otherpay_management'

  /** The keys that a call was sent under; it is not answered as often as `lost` says. */
  const keysOf = async (page: Page, path: string, lost: number) => {
    const keys: (string | undefined)[] = []
    await page.route(`**${path}`, (route) => {
      keys.push(route.request().headers()['idempotency-key'])
      return keys.length > lost ? route.fallback() : route.abort()
    })
    return keys
  }

  test('a refund that somebody looks at again; its answer got lost: pressed again it is the same one, changed it is another', async () => {
    const page = await app.newPage()
    await app.enter(page, payments)
    const keys = await keysOf(page, '/api/OtherPay/Refund', 3)
    await page.locator('tbody tr[data-row-key]').first().getByRole('button', { name: '更多' }).click()
    await page.getByRole('menuitem', { name: '退款' }).click()
    const form = page.getByRole('dialog', { name: /^退款 / })
    await form.getByLabel('退款流水号').fill('TK-1')
    const on = () => form.getByRole('button', { name: '下一步：核对' }).click()
    const asked = page.getByRole('dialog', { name: /^登记退款 / })
    await on()
    await asked.getByRole('button', { name: '不登记' }).click()
    await asked.waitFor({ state: 'detached' })
    expect(await form.getByLabel('退款流水号').inputValue()).toBe('TK-1')

    const send = async () => {
      const before = keys.length
      await on()
      await asked.getByRole('button', { name: '登记退款' }).click()
      await expect.poll(() => keys.length).toBe(before + 1)
    }
    await send()
    await send()
    await form.getByLabel('退款金额').fill('0.01')
    await send()
    await send()
    await form.waitFor({ state: 'detached' })
    expect(keys[1]).toBe(keys[0])
    expect(keys[2]).not.toBe(keys[0])
    expect(keys[3]).toBe(keys[2])
  })

  test('of a payment that went back in part only the refund is taken off: the payment came', async () => {
    const page = await app.newPage()
    await app.enter(page, payments)
    await page.locator('tbody tr[data-row-key]').first().click()
    const lines = page.getByRole('dialog').locator('tr').filter({ hasText: '李䶮' })
    const buttons = (i: number) => lines.nth(i).getByRole('button').allInnerTexts()
    await expect.poll(() => Promise.all([buttons(0), buttons(1)])).toEqual([['退款'], ['取消登记']])
  })

  test('a payment whose answer got lost is not written twice', async () => {
    const page = await app.newPage()
    await app.enter(page, payments)
    const keys = await keysOf(page, '/api/OtherPay/Bind', 1)
    await page.locator('tbody tr[data-row-key]').last().getByRole('button', { name: '绑定支付' }).click()
    const form = page.getByRole('dialog', { name: /^绑定支付/ })
    await form.getByLabel('支付方式').click()
    const cash = page.getByTitle('现金', { exact: true })
    await cash.waitFor()
    // What only the centre's answer says is no choice.
    expect(await page.getByTitle('家庭共济', { exact: true }).count()).toBe(0)
    await cash.click()
    const send = form.getByRole('button', { name: '登记付款' })
    await send.click()
    await expect.poll(() => keys.length).toBe(1)
    await expect.poll(() => send.isEnabled()).toBe(true)
    await send.click()
    await form.waitFor({ state: 'detached' })
    expect(keys).toEqual([keys[0], keys[0]])
  })

  /** A page on which a second person approves what takes money back; `given`: by which authorisations. */
  const approved = async () => {
    const page = await app.newPage()
    const settings = {
      ...(answers['ybConfig.pullMedicalUI']!({}, 'clerk') as object),
      authorizeReversal: true,
      authorizeUndo: true,
    }
    await page.route('**/api/YBConfig/PullMedicalUI*', (route) =>
      route.fulfill({ json: envelope({ result: settings }) }),
    )
    let approvals = 0
    await page.route('**/api/Auth/Authorize', (route) => {
      const result = { authorizationId: `a-${++approvals}`, authorizedBy: '李䶮', expiresAt: '2099-01-01 00:00:00' }
      return route.fulfill({ json: envelope({ result }) })
    })
    const approve = async () => {
      const authorize = page.getByRole('dialog', { name: '管理员授权' })
      await authorize.getByLabel('授权人用户名').fill('area')
      await authorize.getByLabel('密码', { exact: true }).fill('Yibao@2026')
      await authorize.getByRole('button', { name: /^授\s?权$/ }).click()
      await authorize.waitFor({ state: 'detached' })
    }
    return { page, approve }
  }

  /** The form of 冲正, with its reason. */
  const undoing = async (page: Page) => {
    await page.route('**/api/Order/AbnormalPaged**', (route) => {
      const { items, ...rest } = answers['order.abnormalPaged']!({}, 'clerk') as { items: Record<string, object>[] }
      const given = items.map((row) => ({ ...row, abnormal: { ...row.abnormal, kind: 'unknown', needsPerson: true } }))
      return route.fulfill({ json: envelope({ result: { items: given, ...rest } }) })
    })
    await app.enter(page, '/abnormal-manager/abnormal-order-manager')
    await page
      .locator('tbody tr[data-row-key]')
      .filter({ hasText: '重查' })
      .first()
      .getByRole('button', { name: '更多' })
      .click()
    await page.getByRole('menuitem', { name: '冲正' }).click()
    const form = page.getByRole('dialog', { name: /^冲正结算/ })
    await form.getByLabel('冲正原因').fill('顾客没有取药')
    return form
  }

  test('nobody is there to approve 冲正: its reason is still there', async () => {
    const { page } = await approved()
    const form = await undoing(page)
    await form.getByRole('button', { name: '冲正这笔' }).click()
    const approval = page.getByRole('dialog', { name: '管理员授权' })
    await approval.getByRole('button', { name: '不授权' }).click()
    await approval.waitFor({ state: 'detached' })
    expect(await form.getByLabel('冲正原因').inputValue()).toBe('顾客没有取药')
  })

  test('冲正 whose answer got lost is sent again as it was, by the approval that was given; one that was refused asks for another', async () => {
    const { page, approve } = await approved()
    const sent: { key: string | undefined; by: string }[] = []
    const no = envelope({ success: false, statusCode: 422, resultNotice: { error: '医保中心：“请先签到”' } })
    await page.route('**/api/Order/Undo/**', (route) => {
      sent.push({
        key: route.request().headers()['idempotency-key'],
        by: (route.request().postDataJSON() as { authorizationId: string }).authorizationId,
      })
      return sent.length === 1 ? route.abort() : route.fulfill({ json: no })
    })
    const form = await undoing(page)
    const undo = form.getByRole('button', { name: '冲正这笔' })
    const told = async (times: number) => {
      await expect.poll(() => sent.length).toBe(times)
      await expect.poll(() => undo.getAttribute('aria-disabled')).toBeNull()
    }
    await undo.click()
    await approve()
    await told(1)
    await undo.click()
    await told(2)
    await undo.click()
    await approve()
    await told(3)
    expect(sent.map(({ by }) => by)).toEqual(['a-1', 'a-1', 'a-2'])
    expect(sent[0]!.key).toMatch(/^[0-9a-f]{32}$/)
    expect(sent[1]!.key).toBe(sent[0]!.key)
    expect(sent[2]!.key).not.toBe(sent[0]!.key)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })

  test('a reversal whose answer got lost, or whose card was not read, is confirmed again by the approval that was given; one that was refused asks for another', async () => {
    const { page, approve } = await approved()
    const sent: { key: string | undefined; by: string }[] = []
    const no = envelope({ success: false, statusCode: 422, resultNotice: { error: '医保中心：“请先签到”' } })
    const other = envelope({
      ...{ success: false, statusCode: 409, resultExtendInfo: { key: 'card.other' } },
      resultNotice: { error: '没有读到这笔结算本人的卡' },
    })
    await page.route('**/api/Settlement/Cancel', (route) => {
      sent.push({
        key: route.request().headers()['idempotency-key'],
        by: (route.request().postDataJSON() as { authorizationId: string }).authorizationId,
      })
      if (sent.length === 1) return route.abort()
      return route.fulfill({ json: sent.length === 2 ? other : no })
    })
    await app.enter(page, '/reconciliation/order-management?f.status=2')
    await page.getByRole('button', { name: '撤销结算' }).first().click()
    const dialog = page.getByRole('dialog', { name: /^撤销结算/ })
    await dialog.getByRole('combobox').click()
    await page.getByTitle('顾客退货').click()
    const confirm = dialog.getByRole('button', { name: '确认撤销' })
    const told = async (times: number) => {
      await expect.poll(() => sent.length).toBe(times)
      await expect.poll(() => confirm.getAttribute('aria-disabled')).toBeNull()
    }
    await confirm.click()
    await approve()
    await told(1)
    await confirm.click()
    await told(2)
    await confirm.click()
    await told(3)
    await confirm.click()
    await approve()
    await told(4)
    expect(sent.map(({ by }) => by)).toEqual(['a-1', 'a-1', 'a-1', 'a-2'])
    expect(sent[1]!.key).toBe(sent[0]!.key)
    expect(sent[3]!.key).not.toBe(sent[0]!.key)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })

  const codes = (codeType: string, chosen: string, ...values: string[]) => ({
    codeType,
    codes: values.map((value) => ({ value, name: `${codeType} ${value}`, isDefault: value === chosen })),
  })

  test('what must be chosen begins with the default of its dictionary; what may be left empty does not', async () => {
    const page = await app.newPage()
    await page.route('**/api/Dictionary/Map', (route) =>
      route.fulfill({
        json: envelope({
          result: [codes('dept', 'B', 'A', 'B'), codes('psn_cert_type', '01', '01', '02'), codes('gend', '1', '1')],
        }),
      }),
    )
    await app.enter(page, '/basic-data/department', 'area')
    await page.getByRole('button', { name: '新增科室' }).click()
    const form = page.getByRole('dialog', { name: '新增科室' })
    await form.getByTitle('dept B', { exact: true }).waitFor()
    // Nobody has filled anything in: it closes without a question.
    await page.keyboard.press('Escape')
    await form.waitFor({ state: 'detached' })

    await app.enter(page, '/basic-data/insurance-menu', 'area')
    await page.getByRole('button', { name: '新增人员' }).click()
    const person = page.getByRole('dialog', { name: '新增人员' })
    await person.getByLabel('证件类型').click()
    await page.locator('.ant-select-dropdown:visible').getByTitle('psn_cert_type 01').waitFor()
    expect(await person.getByTitle('psn_cert_type 01', { exact: true }).count()).toBe(0)
  })

  test('several stores are reminded in one go, behind a progress', async () => {
    const page = await app.newPage()
    const sums = { items: 9, mapped: 5, unmapped: 4, mappable: 0, invalid: 0, differing: 0, overCap: 0, rxUnmarked: 0 }
    const rows = ['甲', '乙', '丙'].map((storeName) => ({
      ...{ ...sums, storeId: `s-${storeName}`, storeName, areaCode: '320500', companyName: '示例' },
      at: '2026-11-01 08:00:00',
    }))
    await page.route('**/api/MenuDiff/Statistics?*', (route) =>
      route.fulfill({ json: envelope({ result: { items: rows, total: 3, totalIsBound: false } }) }),
    )
    const reminded: unknown[] = []
    await page.route('**/api/MenuDiff/RemindAll', (route) => {
      reminded.push(route.request().postDataJSON())
      return route.fulfill({ json: envelope({ result: { progressId: 'p-1' } }) })
    })
    await app.enter(page, '/menu-manager/menu-diff-statistics', 'area')
    await page.locator('thead input[type=checkbox]').check()
    await page
      .locator('button:not(tbody button)')
      .filter({ hasText: /^提\s?醒$/ })
      .click()
    const ask = page.getByRole('dialog', { name: '提醒 3 家门店处理目录差异' })
    await ask.getByRole('button', { name: '发送提醒' }).click()
    await page.getByRole('dialog', { name: '提醒门店' }).waitFor()
    expect(reminded).toEqual([{ storeIds: rows.map(({ storeId }) => storeId) }])
  })
})
