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
      'Rx/Reviewer': () => ({ name: '赵药师', code: 'P1', opinions: ['处方合理'] }),
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

describe.skipIf(!browserPath)('a prescription that somebody else changes meanwhile', () => {
  const app = opened(openConsole)
  const goods = { ownCode: 'A1', name: '氨氯地平片', spec: '5mg*7片', unit: '盒' }

  test('its goods are chosen for what stands there now, once that was seen', async () => {
    const page = await app.newPage()
    let now = { ...prescription(1, '2'), source: 'circulation', sendable: false }
    const answers: Record<string, () => object> = {
      'Rx/Paged': () => ({ items: [now], total: 1, totalIsBound: false }),
      'Rx/Get/': () => now,
    }
    for (const [path, result] of Object.entries(answers))
      await page.route(`**/api/${path}**`, (route) => route.fulfill({ json: envelope({ result: result() }) }))
    const search = '**/api/Catalogue/SearchItemDirectoryList**'
    await page.route(search, (route) => route.abort())
    const sent: unknown[] = []
    await page.route('**/api/Rx/Match', (route) => {
      const { revision } = route.request().postDataJSON() as { revision: number }
      sent.push(revision)
      if (revision === 2) return route.fulfill({ json: envelope({ result: { ...now, revision: 3 } }) })
      now = { ...prescription(2, '4'), source: 'circulation', sendable: false }
      const resultNotice = { error: '处方在查看后有了修改，没有选择本店商品', tips: '请重新查看处方' }
      const resultExtendInfo = { key: 'rx.changed' }
      return route.fulfill({ json: envelope({ success: false, statusCode: 409, resultNotice, resultExtendInfo }) })
    })
    await app.enter(page, '/reconciliation/rx-management', 'admin')
    await page.getByRole('row').getByRole('button', { name: '更多' }).click()
    await page.getByRole('menuitem', { name: '选择本店商品' }).click()
    const dialog = page.getByRole('dialog', { name: /选择本店商品/ })
    await dialog.getByText('处方 2 盒').waitFor()
    const select = dialog.getByLabel('第 1 种的本店商品')
    const offered = page.locator('.ant-select-dropdown:visible')
    await select.click()
    // What could not be asked for is not said to be missing, and opening it asks again.
    await offered.getByText('重新读取').waitFor()
    await select.press('Escape')
    await page.unroute(search)
    await page.route(search, (route) => route.fulfill({ json: envelope({ result: [goods] }) }))
    await select.click()
    await offered.getByText('氨氯地平片').click()
    const choose = dialog.getByRole('button', { name: /^选\s?定$/ })
    await choose.click()
    await dialog.getByText('处方 4 盒').waitFor()
    await choose.click()
    await expect.poll(() => sent).toEqual([1, 2])
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })

  test('is corrected beside what the other one wrote', async () => {
    const page = await app.newPage()
    let now = prescription(1, '2')
    const answers: Record<string, () => object> = {
      'Rx/Paged': () => ({ items: [now], total: 1, totalIsBound: false }),
      'Rx/Get/': () => now,
    }
    for (const [path, result] of Object.entries(answers))
      await page.route(`**/api/${path}**`, (route) => route.fulfill({ json: envelope({ result: result() }) }))
    const sent: unknown[] = []
    await page.route('**/api/Rx/Save', (route) => {
      sent.push(route.request().postDataJSON())
      return route.fulfill({ json: envelope({ result: { ...now, revision: 3 } }) })
    })
    await app.enter(page, '/reconciliation/rx-management', 'admin')
    await page.getByRole('row').getByRole('button', { name: '更多' }).click()
    await page.getByRole('menuitem', { name: /^(修改|编辑)/ }).click()
    const sheet = page.getByRole('dialog', { name: '修改处方' })
    await sheet.getByLabel('医生').fill('欧阳𠮷')
    now = { ...prescription(2, '2'), hospital: '市二院' }
    await sheet.getByRole('button', { name: '提交审核' }).click()
    await expect.poll(() => sent).toMatchObject([{ revision: 2, hospital: '市二院', doctor: '欧阳𠮷' }])
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })
})

describe.skipIf(!browserPath)('a paper prescription', () => {
  const app = opened(openConsole)

  test('a line that is taken away leaves the others what they are, and takes the focus with it', async () => {
    const page = await app.newPage()
    await app.enter(page, '/reconciliation/rx-management', 'admin')
    await page.getByRole('button', { name: '录入处方' }).click()
    const sheet = page.getByRole('dialog', { name: '录入处方' })
    const name = (n: number) => sheet.getByLabel(`第 ${n} 种的药品名称`, { exact: true })
    const add = sheet.getByRole('button', { name: '添加药品' })
    for (const [i, drug] of ['阿莫西林胶囊', '氨氯地平片', '䶮风片'].entries()) {
      if (i) await add.click()
      await name(i + 1).fill(drug)
    }
    const third = await name(3).elementHandle()
    await sheet
      .getByRole('button', { name: /^移\s?除$/ })
      .nth(1)
      .press('Enter')
    await name(3).waitFor({ state: 'detached' })
    expect(await name(2).inputValue()).toBe('䶮风片')
    expect(await name(2).evaluate((now, before) => now === before, third)).toBe(true)
    await expect.poll(() => add.evaluate((button) => button === document.activeElement)).toBe(true)
  })

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
