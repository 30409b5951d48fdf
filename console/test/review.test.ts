import { envelope } from '@yibao/shared/envelope.ts'
import { describe, expect, test } from 'vitest'
import { opened } from '../../tools/opened.ts'
import { browserPath, openConsole } from './browser.ts'

const prescription = (revision: number, quantity: string) => ({
  ...{ id: 'rx-1', storeId: 's-1', storeName: '观前店', number: 'CF䶮1', name: '王𠮷', maskedName: '王*' },
  ...{ diagnosis: '高血压', hospital: '市一院', department: '内科', doctor: '李医生', pharmacist: '', reason: '' },
  ...{ prescribedOn: '2026-11-20', validUntil: '2026-11-23', kinds: 1, rxType: '1', attribute: '01', use: 'unused' },
  ...{ state: 'waiting', source: 'paper', takenBy: '', enteredBy: '', setlId: '', maskedCertNo: '' },
  ...{ submittedAt: '2026-11-20 09:00:00', createdAt: '2026-11-20 09:00:00', hasImage: false, revision },
  ...{ lines: [{ name: '氨氯地平片', quantity, unit: '盒', itemName: '', itemSpec: '', itemUnit: '' }] },
  ...{ reviews: [], messages: [], events: [] },
})

describe.skipIf(!browserPath)('a prescription that is corrected while a pharmacist has it', () => {
  const app = opened(openConsole)

  test('stands there as it is when he opens it, and anew when his word came too late', async () => {
    const page = await app.newPage()
    let now = prescription(1, '2')
    const sent: unknown[] = []
    const answers: Record<string, () => object> = {
      'Rx/Paged': () => ({ items: [now], total: 1, totalIsBound: false }),
      'Rx/Get/': () => now,
      'Rx/Reviewer': () => ({ name: '赵药师', code: 'P1', opinions: ['处方合理'], pharmacists: [] }),
    }
    for (const [path, result] of Object.entries(answers))
      await page.route(`**/api/${path}**`, (route) => route.fulfill({ json: envelope({ result: result() }) }))
    await page.route('**/api/Rx/Review', (route) => {
      sent.push(route.request().postDataJSON())
      now = prescription(3, '4')
      const resultNotice = { error: '处方在查看后有了修改，没有审核', tips: '请重新查看处方后再审核' }
      return route.fulfill({ json: envelope({ success: false, statusCode: 409, resultNotice }) })
    })
    await app.enter(page, '/reconciliation/rx-management', 'admin')
    await page.getByRole('cell', { name: 'CF䶮1' }).click()
    await page.getByRole('dialog').getByText('2 盒').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    now = prescription(2, '3')
    await page.getByRole('button', { name: '审核', exact: true }).first().click()
    const dialog = page.getByRole('dialog', { name: /审核处方 CF䶮1/ })
    await dialog.getByText('3 盒').waitFor()
    await dialog.getByRole('button', { name: '审核通过' }).click()
    await dialog.getByText('4 盒').waitFor()
    expect(sent).toMatchObject([{ revision: 2, passed: true }])
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })
})

describe.skipIf(!browserPath)('a paper prescription', () => {
  const app = opened(openConsole)

  test('allows as many as it says only of goods that the shop counts alike; of others a person says how many', async () => {
    const page = await app.newPage()
    const goods = { ownCode: 'A1', name: '氨氯地平片', spec: '5mg*7片', unit: '盒' }
    await page.route('**/api/Catalogue/SearchItemDirectoryList**', (route) =>
      route.fulfill({ json: envelope({ result: [goods] }) }),
    )
    await app.enter(page, '/reconciliation/rx-management', 'admin')
    await page.getByRole('button', { name: '录入处方' }).click()
    const sheet = page.getByRole('dialog', { name: '录入处方' })
    const of = (n: number, what: string) => sheet.getByLabel(`第 ${n} 种的${what}`, { exact: true })
    const write = async (n: number, unit: string) => {
      await of(n, '药品名称').fill('氨氯地平片')
      await of(n, '处方数量').fill('14')
      await of(n, '处方单位').fill(unit)
      await of(n, '本店商品').click()
      const found = page.locator('.ant-select-dropdown:visible').getByTitle('氨氯地平片 5mg*7片 / 盒')
      await found.click()
      await expect.poll(() => of(n, '可售数量').isEnabled()).toBe(true)
      return of(n, '可售数量').inputValue()
    }
    expect(await write(1, '片')).toBe('')
    await sheet.getByRole('button', { name: '添加药品' }).click()
    expect(await write(2, '盒')).toBe('14')
    await sheet.getByRole('button', { name: '添加药品' }).click()
    expect(await write(3, '')).toBe('')
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })
})
