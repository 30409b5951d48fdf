import { envelope } from '@yibao/shared/envelope.ts'
import type { Route } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { opened } from '../../tools/opened.ts'
import { answers } from './answers.ts'
import { browserPath, openConsole } from './browser.ts'
import { person } from './samples.ts'

// Whether an area takes such filings at all is asked beside the list, and only a no shuts it; whom one is for is said before
// anybody writes it.

const filed = (id: string, more: object) => ({
  ...{ id, storeId: 's-1', storeName: '示例大药房观前店', maskedName: '陈*𠮷', maskedCertNo: '3205**********0017' },
  ...{ insutype: '310', drugCode: 'XL01EXA001A001010100001', drugName: `示例替尼片 ${id}`, diseaseCode: 'C50.900' },
  ...{
    diseaseName: '乳腺恶性肿瘤',
    basis: '病理诊断',
    hospitalCode: 'H32050100001',
    hospitalName: '示例市第一人民医院',
  },
  ...{ doctorCode: 'D320501000001', doctorName: '陈䶮𠮷', limit: 1, appliedOn: '2026-10-08' },
  ...{ beginDay: '2026-10-09', endDay: '2027-04-08', serial: '', message: '', reason: '', operatorName: '王芳' },
  ...{ changedAt: '2026-10-09 09:00:00', state: 'uploaded' },
  ...more,
})
const items = [
  filed('甲', { serial: 'B1' }),
  filed('乙', { state: 'unknown', lost: 'upload' }),
  filed('丙', { state: 'unknown', lost: 'repeal', serial: 'B3' }),
  filed('丁', { state: 'draft' }),
]
const json = (result: object) => (route: Route) => route.fulfill({ json: envelope({ result }) })

describe.skipIf(!browserPath)('a page of filings', () => {
  const app = opened(openConsole)

  const enter = async (standing: (route: Route) => unknown) => {
    const page = await app.newPage()
    await page.route('**/api/SpecialMedical/GetPaged**', json({ items, total: items.length, totalIsBound: false }))
    await page.route('**/api/SpecialMedical/Standing**', standing)
    await app.enter(page, '/record-manager/special-medical-menu')
    const row = (id: string) => page.locator('tbody tr[data-row-key]').filter({ hasText: `示例替尼片 ${id}` })
    await row('甲').waitFor()
    const buttons = async (id: string) => {
      const all = await row(id).getByRole('button').allInnerTexts()
      return all.map((text) => text.replace(/\s/g, '')).filter(Boolean)
    }
    return { page, buttons, adding: page.getByRole('button', { name: '新增备案' }) }
  }

  test('shows its list while it is not known whether the area takes them, and where that cannot be read', async () => {
    for (const silent of [() => undefined, (route: Route) => route.fulfill({ status: 500 })]) {
      const { page, adding } = await enter(silent)
      await adding.waitFor()
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      await page.close()
    }
  })

  test('that takes none offers nothing new; what was filed is still looked at, asked about and taken back', async () => {
    const { page, buttons, adding } = await enter(json({ taken: false, note: '本区划的医保中心没有特药备案接口' }))
    await page.getByText('本区划的医保中心没有特药备案接口').waitFor()
    await adding.waitFor({ state: 'detached' })
    const offered = () => Promise.all(['甲', '乙', '丙', '丁'].map(buttons))
    await expect.poll(offered).toEqual([['核对中心', '撤销'], ['上报', '核对中心'], ['核对中心', '撤销'], ['撤销']])
    await page.unrouteAll()
  })

  test('of 门诊两病 begins with the insurance of residents; who has none is told so before anything is written', async () => {
    const page = await app.newPage()
    const insured = (insutype: string, insutypeName: string) => ({
      ...{ insutype, insutypeName, personType: '21', personTypeName: '', status: '1', statusName: '正常参保' },
      ...{ balance: '0.00', insuredArea: '320500', insuredAreaName: '苏州市', civilServant: false },
    })
    const employee = insured('310', '职工基本医疗保险')
    const reading = (...insurances: object[]) => ({ ...person, maskedName: '陈*𠮷', insurances })
    await page.route('**/api/TwoDiseases/Standing**', json({ taken: true, note: '' }))
    await app.enter(page, '/record-manager/special-disease-menu?f.side=twoDiseases')
    const read = async (result: object) => {
      await page.unroute('**/api/Card/Read**')
      await page.route('**/api/Card/Read**', json(result))
      await page.getByRole('button', { name: '新增备案' }).click()
      const dialog = page.getByRole('dialog', { name: '新增门诊两病备案：参保人' })
      await dialog.getByLabel('扫码').fill('320500EXAMPLE0000000000000001')
      await page.keyboard.press('Enter')
      await dialog.waitFor({ state: 'detached' })
    }
    await read(reading(employee))
    await page.getByText('陈*𠮷没有城乡居民医保，不能办理门诊两病备案').waitFor()
    expect(await page.getByRole('dialog', { name: '新增门诊两病备案' }).count()).toBe(0)
    await read(reading(employee, insured('391', '城镇居民基本医疗保险')))
    const sheet = page.getByRole('dialog', { name: '新增门诊两病备案' })
    await sheet.getByTitle('城镇居民基本医疗保险').waitFor()
    await sheet.getByLabel('险种').click()
    const offered = () => page.locator('.ant-select-item-option').allInnerTexts()
    await expect.poll(offered).toEqual(['城镇居民基本医疗保险'])
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })

  test('is where the home page leads of what ends within a week: each of the two sides by its own count, and to no more', async () => {
    const page = await app.newPage()
    const home = { ...(answers['report.dashboard']!({}, 'clerk') as object), ending: 2, endingTwoDiseases: 1 }
    Object.assign(home, { endingPharmacists: 3, endingSpecialDrugs: 1, endingDesignations: 0 })
    await page.route('**/api/Report/Dashboard**', json(home))
    await app.enter(page, '/dashboard')
    await page.getByRole('button', { name: '看 2 条 7 天内到期备案' }).waitFor()
    await page.getByRole('button', { name: '看 1 条 30 天内到期特药备案' }).waitFor()
    expect(await page.getByRole('button', { name: '30 天内到期定点备案' }).count(), 'nothing ends').toBe(0)
    const asked = page.waitForRequest('**/api/TwoDiseases/GetPaged?**')
    await page.getByRole('button', { name: '看 1 条 7 天内到期两病备案' }).click()
    expect(new URL((await asked).url()).searchParams.get('due')).toBe('week')
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })
})
