import { diseasesInfo } from '@yibao/shared/calls/filing.ts'
import { signIn as attendance } from '@yibao/shared/calls/sign-in.ts'
import { addDays, formatDay } from '@yibao/shared/time.ts'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser } from './browser.ts'
import { cards, useProduct } from './setup.ts'
import { said } from './witness.ts'

// A clerk files for a customer (domain.md 8.8): reads his card, writes, tells the centre, asks it, takes it back.

const doctor = { 诊断医师编码: 'D320501000001', 诊断医师: '陈䶮𠮷' }
interface Story {
  page: string
  /** Of a page with several kinds of filing. */
  side?: string
  what: string
  person: [name: keyof typeof cards, masked: string]
  /** Chosen from a list, by the name there. */
  chosen?: Record<string, string>
  /** Looked for at the centre by these words. */
  found?: Record<string, { words: string; code: string; name: string; nameField: string }>
  form: Record<string, string>
  row: string
}
const stories: Story[] = [
  {
    page: 'special-disease-menu',
    side: '慢特病',
    what: '慢特病备案',
    person: ['李建国', '李**'],
    form: {
      ...{ 病种编码: 'M07801', 病种名称: '透析', 鉴定机构编号: 'H32050100001', 鉴定机构名称: '示例市第一人民医院' },
      ...{ 鉴定日期: '2026-10-08', ...doctor },
    },
    row: '透析',
  },
  {
    page: 'special-disease-menu',
    side: '门诊两病',
    what: '门诊两病备案',
    person: ['赵小梅', '赵**'],
    chosen: { 病种: '高血压' },
    form: {
      ...{ 病情描述: '血压 168/102', 治疗方案: '氨氯地平一日一片', 限制额度: '360', 医疗机构编号: 'H32050100001' },
      ...{ 医疗机构名称: '示例社区卫生服务中心', 诊断医师编码: 'D320501000001', 医师意见: '陈䶮𠮷：同意' },
      ...{ 申请理由: '长期服药', 结束日期: addDays(formatDay(new Date()), 364) },
    },
    row: '高血压',
  },
  {
    page: 'personnel-fixed-filling',
    what: '人员定点备案',
    person: ['王𠮷', '王*'],
    form: { '备注（选填）': '本人到店办理' },
    row: '就医定点医疗机构登记',
  },
  {
    page: 'special-medical-menu',
    what: '特药备案',
    person: ['苏天成', '苏**'],
    form: {
      ...{
        药品国家码: 'XL01EXA001A001010100001',
        药品名称: '示例替尼片',
        限额数量: '12',
        疾病编码: 'C50.900',
      },
      ...{ 疾病名称: '乳腺恶性肿瘤', 诊断依据: '病理诊断' },
      ...{ ...doctor, 结束日期: addDays(formatDay(new Date()), 180) },
    },
    found: {
      医疗机构编号: {
        ...{ words: '第一人民', code: 'H32050100001', name: '示例市第一人民医院', nameField: '医疗机构名称' },
      },
    },
    row: '示例替尼片',
  },
]

describe.skipIf(!hasBrowser)('filings', () => {
  const at = useProduct()
  let page: Page
  beforeAll(async () => {
    await at.api.ok(attendance.do)
    page = await at.window('clerk', undefined, {}, at.product.app)
  })

  const press = (where: Page | Locator, name: string) =>
    where.getByRole('button', { name: new RegExp(`^${[...name].join('\\s?')}$`) }).click()
  const write = async (sheet: Locator, form: Record<string, string>) => {
    for (const [label, value] of Object.entries(form)) {
      await sheet.getByLabel(label, { exact: true }).fill(value)
      if (label.includes('日期')) await page.keyboard.press('Enter')
    }
  }
  const read = async (title: string, person: keyof typeof cards) => {
    at.product.devices({ socialCard: cards[person] })
    const dialog = page.getByRole('dialog', { name: title })
    await dialog.getByRole('button', { name: '读社保卡' }).click({ timeout: 30_000 })
  }
  test.each(stories)(
    '$what: written, told, asked for and taken back',
    async ({ page: path, side, what, person, chosen = {}, found = {}, form, row }) => {
      const [name, masked] = person
      await page.goto(`${at.product.app}/record-manager/${path}`)
      if (side) await page.getByText(side, { exact: true }).click()
      await press(page, '新增备案')
      await read(`新增${what}：参保人`, name)
      const sheet = page.getByRole('dialog', { name: `新增${what}` })
      await sheet.getByText(masked).waitFor()
      for (const [label, option] of Object.entries(chosen)) {
        await sheet.getByLabel(label, { exact: true }).click()
        await page.locator('.ant-select-item-option').filter({ hasText: option }).click()
      }
      for (const [label, { words, code, name: full, nameField }] of Object.entries(found)) {
        const field = sheet.getByLabel(label, { exact: true })
        await field.fill(words)
        await page.locator('.ant-select-item-option').filter({ hasText: full }).click()
        await expect.poll(() => field.inputValue()).toBe(code)
        await expect.poll(() => sheet.getByLabel(nameField, { exact: true }).inputValue()).toBe(full)
      }
      await write(sheet, form)
      await press(sheet, '保存草稿')
      await said(page, '草稿已保存')
      const line = page.getByRole('row').filter({ hasText: row }).first()
      await line.getByText('未上报').waitFor()
      await press(line, '上报')
      await press(page.getByRole('dialog'), '上报备案')
      await said(page, '备案已上报')
      await line.getByText('已上报').waitFor()
      await press(line, '核对中心')
      const compared = page.getByRole('dialog', { name: `${masked}的${what}：医保中心与本系统` })
      await compared.getByText('一致：').waitFor()
      await page.keyboard.press('Escape')
      await line.getByText(masked).click()
      await page.getByRole('dialog').getByText('申报流水号').waitFor()
      await press(page.getByRole('dialog'), '打印备案表')
      const preview = page.getByRole('dialog', { name: '打印预览' })
      await preview.getByRole('button', { name: /^打\s?印$/ }).waitFor()
      await page.keyboard.press('Escape')
      await preview.waitFor({ state: 'hidden' })
      await page.keyboard.press('Escape')
      await press(line, '撤销')
      const ask = page.getByRole('dialog', { name: /^撤销/ })
      await ask.getByLabel('撤销原因').fill('填错了')
      await press(ask, '确认撤销')
      await said(page, '备案已撤销')
      await line.getByText('已撤销').waitFor()
    },
  )

  test('what ends soon is renewed with the same person’s card, from the day after', async () => {
    const ends = addDays(formatDay(new Date()), 6)
    await page.goto(`${at.product.app}/record-manager/special-disease-menu`)
    await page.getByText('慢特病', { exact: true }).click()
    await press(page, '新增备案')
    await read('新增慢特病备案：参保人', '宋国庆')
    const sheet = page.getByRole('dialog', { name: '新增慢特病备案' })
    await write(sheet, { ...stories[0]!.form, '结束日期（选填）': ends })
    await press(sheet, '保存草稿')
    const line = page.getByRole('row').filter({ hasText: '宋**' }).last()
    await press(line, '上报')
    await press(page.getByRole('dialog'), '上报备案')
    await line.getByText(`${ends}，6 天后到期`).waitFor()
    await press(line, '续备案')
    await read('续备案：请宋**出示凭证', '苏天成')
    await said(page, '读到的不是宋**')
    await press(line, '续备案')
    await read('续备案：请宋**出示凭证', '宋国庆')
    await expect.poll(() => sheet.getByLabel('病种名称').inputValue()).toBe('透析')
    await expect.poll(() => sheet.getByLabel('开始日期').inputValue()).toBe(addDays(ends, 1))
    expect(await sheet.getByLabel('结束日期（选填）').inputValue()).toBe('')
    await press(sheet, '保存草稿')
    await expect.poll(() => page.getByRole('row').filter({ hasText: '宋**' }).count()).toBe(2)
    // The link is to chronic diseases, whichever side was looked at last.
    await page.getByText('门诊两病', { exact: true }).click()
    await page.getByRole('columnheader', { name: '限制额度' }).waitFor()
    await page.goto(`${at.product.app}/dashboard`)
    await press(page, '看 1 条 7 天内到期备案')
    await expect.poll(() => page.getByRole('row').filter({ hasText: '天后到期' }).count()).toBe(1)
  })

  test('a person by his card: the address holds no number of his', async () => {
    await page.goto(`${at.product.app}/record-manager/special-disease-menu`)
    await press(page, '参保人：读卡查找')
    await read('按参保人查找', '张三')
    await page.getByRole('button', { name: '参保人：张*' }).waitFor()
    await press(page, '查询')
    await page.getByText('还没有备案').waitFor()
    expect(page.url()).toContain('f.readId=')
    expect(page.url()).not.toMatch(/\d{15,}/)
    const { items } = await at.api.ok(diseasesInfo.getPaged, { keyword: 'M07801' })
    expect(items).toContainEqual(expect.objectContaining({ state: 'repealed', reason: '填错了' }))
  })
})
