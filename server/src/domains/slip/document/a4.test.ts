import { describe, expect, it } from 'vitest'
import { feeClasses } from './fee-classes.ts'
import { makeSlip } from './make.ts'
import type { SlipModel } from './model.ts'
import { hasPdftotext, pdfText } from './test/pdf-text.ts'
import { sampleLines, sampleSlip } from './test/sample.ts'

const written = async (change: Partial<SlipModel>) =>
  pdfText((await makeSlip(sampleSlip(change), 'a4')).pdf, 'raw').replace(/\s/g, '')

const purchase = { person: { ...sampleSlip().person, diseaseName: undefined } }

it('sums lines by fee class with their 丙 and 乙 part', () => {
  const amounts = [100, 200, 300, 400, 500]
  const lines = sampleLines(5).map((line, n) => ({ ...line, amount: amounts[n]! }))
  expect(feeClasses(lines)).toEqual([
    { name: '西药费', total: 800, classC: 0, classB: 200 },
    { name: '中成药费', total: 300, classC: 300, classB: 0 },
    { name: '中药饮片', total: 400, classC: 0, classB: 0 },
  ])
})

describe.skipIf(!hasPdftotext)('official forms', () => {
  it('choose the outpatient form for a visit with a disease', async () => {
    const year = { stays: 2, total: 700_011, poolFund: 700_022, largeAmount: 700_033, civilServant: 700_044 }
    const text = await written({ yearBefore: { ...year, seriousIllness: 700_055, account: 700_066, medicalAid: 0 } })
    for (const part of ['(普通、特殊)门诊费用结算单', '病种高血压(M03900)', '合计1,234.56308.64308.64'])
      expect(text).toContain(part)
    for (const part of ['住院次数2', '费用总额7,000.11', '居民大病7,000.55', '个人账户支付7,000.66', '医疗救助0.00'])
      expect(text).toContain(part)
  })

  it('print a purchase by fee class, without lines and without the split of what is paid by oneself', async () => {
    const text = await written(purchase)
    for (const part of [
      '苏州市购药费用结算单',
      '西药费617.28',
      '中成药费308.64',
      '结算前余额2,343.99',
      '结算日期2026-11-21',
    ])
      expect(text).toContain(part)
    for (const part of ['阿莫西林', '全自费', '先行自付']) expect(text).not.toContain(part)
  })

  it('print every part that adds up to the total of a purchase', async () => {
    const { account, cash, fundTotal, total } = sampleSlip().split
    expect(account + cash + fundTotal).toBe(total)
    const parts = ['581.41', '26.63', '547.89', '10.66', '11.77', '12.88', '13.99', '14.11', '15.22']
    const text = await written(purchase)
    for (const part of parts) expect(text).toContain(part)
    expect(parts.reduce((sum, part) => sum + Math.round(Number(part) * 100), 0)).toBe(total)
  })

  it('of a reversed purchase name the account around the reversal, not around the settlement', async () => {
    const text = await written({ ...purchase, kind: 'reversal', balanceBefore: 100, balanceReversed: 200 })
    for (const part of ['撤销前余额1.00', '撤销后余额2.00']) expect(text).toContain(part)
    expect(text).not.toMatch(/结算[前后]余额/)
  })

  it('show -- for what is not known', async () => {
    expect(await written({ ...purchase, balanceBefore: undefined })).toContain('结算前余额--')
  })
})
