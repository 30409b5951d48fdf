import { expect, test } from 'vitest'
import { opened } from '../../tools/opened.ts'
import { browserPath, openConsole } from './browser.ts'

// The counter inside an ERP's frame: no bar, no tabs, and its lights all the same (ux 4).

const app = browserPath ? opened(openConsole) : (undefined as never)

const framedCounter = async (width: number, height: number) => {
  const page = await app.newPage(width, height)
  await page.addInitScript(() => sessionStorage.setItem('yibao.frame', '1'))
  await app.enter(page, '/medical-insurance-settlement/swiping-card')
  await page.locator('[data-scan-box]').waitFor()
  return page
}

test.skipIf(!browserPath).each([
  [1366, 768],
  [1024, 560],
])('at %i x %i the five lights are in sight above the whole counter', async (width, height) => {
  const page = await framedCounter(width, height)
  const lights = page.locator('header').getByRole('button')
  await expect.poll(() => lights.count()).toBe(5)
  await page.getByRole('button', { name: 'ERP：未就绪' }).waitFor()
  for (const name of ['助手', '读卡器', '打印机', '医保中心', 'ERP']) {
    const box = (await page.getByRole('button', { name: new RegExp(`^${name}：`) }).boundingBox())!
    expect([box.x >= 0, box.x + box.width <= width, box.y >= 0, box.y + box.height <= 40], name).not.toContain(false)
  }
  const counter = page.locator('[data-counter]')
  expect(
    await counter.evaluate((one) => [one.scrollHeight - one.clientHeight, one.scrollWidth - one.clientWidth]),
  ).toEqual([0, 0])
  await page.close()
})

test.skipIf(!browserPath)('a light opens its card by key, and what the box can take is seen', async () => {
  const page = await framedCounter(1024, 560)
  const scanBox = page.locator('[data-scan-box]')
  await expect.poll(() => scanBox.evaluate((box) => box === document.activeElement)).toBe(true)
  await page.getByRole('button', { name: 'ERP：未就绪' }).click()
  const card = page.getByRole('dialog', { name: 'ERP' })
  await card.getByText('请从 ERP 重新打开本页').waitFor()
  await page.keyboard.press('Escape')
  await scanBox.click()
  await page.keyboard.press('Alt+0')
  await page.locator('header').getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await page.locator('header').getByRole('dialog').waitFor({ state: 'detached' })
  await expect.poll(() => scanBox.evaluate((box) => box === document.activeElement)).toBe(true)
  await page.close()
  const box = await app.newPage(1024, 560)
  await box.addInitScript(() => {
    sessionStorage.setItem('yibao.frame', '1')
    Object.assign(globalThis, { sendFrameMessage: () => true })
  })
  await app.enter(box, '/medical-insurance-settlement/swiping-card')
  await box.getByRole('button', { name: 'ERP：已连接' }).waitFor()
  await box.close()
})

test.skipIf(!browserPath)('no key closes the counter or leaves it for a tab that nobody sees', async () => {
  const page = await framedCounter(1024, 560)
  for (const key of ['Alt+w', 'Alt+,', 'Alt+.', 'Alt+m']) await page.keyboard.press(key)
  // Behind them: a key that works here has been heard.
  await page.keyboard.press('Alt+0')
  await page.locator('header').getByRole('dialog').waitFor()
  expect(new URL(page.url()).pathname).toBe('/medical-insurance-settlement/swiping-card')
  await page.locator('[data-scan-box]').waitFor()
  await page.close()
})
