import { envelope } from '@yibao/shared/envelope.ts'
import { expect, test } from 'vitest'
import { visit } from '../../tests/e2e/browser.ts'
import { opened } from '../../tools/opened.ts'
import { browserPath, openConsole } from './browser.ts'
import { scan } from './counter/scanner.ts'

// The counter as one of the shell's tabs: what happens beside it and behind it.

const app = browserPath ? opened(openConsole) : (undefined as never)

test.skipIf(!browserPath)('Delete held closes one tab; beside an open counter the scan box has the focus', async () => {
  const page = await app.newPage()
  await app.enter(page, '/medical-insurance-settlement/swiping-card')
  const scanBox = page.locator('[data-scan-box]')
  await scanBox.waitFor()
  const beside = ['/reconciliation/order-management', '/reconciliation/day-reconciliation', '/dashboard']
  for (const path of beside) await visit(page, path)
  const titles = () => page.getByRole('tab').evaluateAll((tabs) => tabs.map((tab) => tab.textContent))
  const before = await titles()
  await page.getByRole('tab', { name: '日对账', exact: true }).focus()
  await page.keyboard.down('Delete')
  // Held: the same key comes again, to whoever has the focus by then.
  for (let i = 0; i < 3; i++) await page.keyboard.down('Delete')
  await page.keyboard.up('Delete')
  expect(await titles()).toEqual(before.filter((title) => title !== '日对账'))
  await page.getByRole('tab', { name: '刷卡', exact: true }).click()
  await scanBox.waitFor()
  await page.getByTitle('关闭订单管理').click()
  await expect.poll(() => scanBox.evaluate((box) => box === document.activeElement)).toBe(true)
  await page.keyboard.press('Delete')
  expect(await titles()).toContain('刷卡')
  await page.close()
})

test.skipIf(!browserPath)(
  'the card of the reader says when something was last scanned, which typing is not',
  async () => {
    const page = await app.newPage()
    await app.enter(page, '/medical-insurance-settlement/swiping-card')
    const scanBox = page.locator('[data-scan-box]')
    await scanBox.waitFor()
    const card = page.getByRole('dialog', { name: '读卡器' })
    const open = () => page.getByRole('button', { name: /^读卡器：/ }).click()
    await open()
    await card.getByText('本次打开后还没有扫码').waitFor()
    await page.keyboard.press('Escape')
    await scanBox.focus()
    await page.keyboard.type('99999999', { delay: 90 })
    await page.keyboard.press('Enter')
    await expect.poll(() => scanBox.inputValue()).toBe('')
    await open()
    await card.getByText('本次打开后还没有扫码').waitFor()
    // With the card open it is seen at once whether the scanner works.
    await scan(page, '99999999')
    await card.getByText(/^上次扫码 \d\d:\d\d$/).waitFor()
    await page.close()
  },
)

test.skipIf(!browserPath)('a counter takes the whole screen and gives it back; no other page offers it', async () => {
  const page = await app.newPage()
  await app.enter(page, '/medical-insurance-settlement/swiping-card')
  const isFull = () => page.evaluate(() => document.fullscreenElement !== null)
  await page.getByRole('button', { name: '全屏', exact: true }).click()
  await expect.poll(isFull).toBe(true)
  await page.getByRole('button', { name: '退出全屏' }).click()
  await expect.poll(isFull).toBe(false)
  await page.getByRole('button', { name: '全屏', exact: true }).waitFor()
  await visit(page, '/dashboard')
  await page.getByRole('button', { name: '全屏', exact: true }).waitFor({ state: 'detached' })
  await page.close()
})

test.skipIf(!browserPath)(
  'a 医疗类别 renamed while the counter stands open, another tab in front, has its new name',
  async () => {
    const page = await app.newPage()
    let name = '旧名䶮'
    const asked: string[] = []
    await page.route('**/api/Dictionary/Map**', async (route) => {
      const { codeTypes } = route.request().postDataJSON() as { codeTypes: string[] }
      asked.push(...codeTypes)
      const codes = [{ value: '41', name }]
      await route.fulfill({ json: envelope({ result: codeTypes.map((codeType) => ({ codeType, codes })) }) })
    })
    await app.enter(page, '/medical-insurance-settlement/swiping-card')
    const kinds = page.getByRole('combobox', { name: '就诊类型' }).getByRole('option')
    // The names come with the area and from the dictionary, in whichever order.
    await expect.poll(() => kinds.allTextContents()).toEqual([expect.not.stringContaining('普通购药')])
    await expect.poll(() => asked).toContain('med_type')
    await expect.poll(() => app.live.fetchSockets()).not.toEqual([])
    await visit(page, '/dashboard')
    name = '新名𠮷'
    app.live.emit('dictionary.changed', {})
    await page.getByRole('tab', { name: '刷卡', exact: true }).click()
    await expect.poll(() => kinds.allTextContents()).toEqual(['新名𠮷'])
    await page.close()
  },
)

test.skipIf(!browserPath)(
  'names whose first read is cut off under a second one hear of the next change all the same',
  async () => {
    const page = await app.newPage()
    const held: (() => Promise<void>)[] = []
    let name = ''
    await page.route('**/api/Dictionary/Map**', async (route) => {
      const { codeTypes } = route.request().postDataJSON() as { codeTypes: string[] }
      const result = codeTypes.map((codeType) => ({ codeType, codes: [{ value: '41', name }] }))
      const answer = () => route.fulfill({ json: envelope({ result }) })
      if (name) return await answer()
      held.push(held.length ? answer : () => route.abort())
    })
    await app.enter(page, '/medical-insurance-settlement/swiping-card')
    await expect.poll(() => held.length).toBe(1)
    await expect.poll(() => app.live.fetchSockets()).not.toEqual([])
    app.live.emit('dictionary.changed', {})
    await expect.poll(() => held.length).toBe(2)
    for (const end of held) await end()
    const kinds = page.getByRole('combobox', { name: '就诊类型' }).getByRole('option')
    await expect.poll(() => kinds.allTextContents()).toEqual([expect.not.stringContaining('普通购药')])
    name = '新名𠮷'
    app.live.emit('dictionary.changed', {})
    await expect.poll(() => kinds.allTextContents()).toEqual(['新名𠮷'])
    app.faults.splice(0)
    await page.close()
  },
)
