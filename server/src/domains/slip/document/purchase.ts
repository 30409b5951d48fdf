import { feeClasses } from './fee-classes.ts'
import { a4, capitalsPair, formHead, grid, type Pair, pairCells, pairRows } from './form.ts'
import type { SlipModel } from './model.ts'
import type { Sheet } from './sheet.ts'
import { balanceAfter, type SplitKey, splitRows } from './split-rows.ts'
import { amountText, signed } from './text.ts'

/** Rows in the order of the official purchase slip (ux.md 6); funds beside the pool and 医院负担 follow it when they occurred. */
const rows = (model: SlipModel) => {
  const { person, split, ids } = model
  const act = model.kind === 'reversal' ? '撤销' : '结算'
  const textOf = (balance: number | undefined) => (balance === undefined ? undefined : amountText(balance))
  const amount = (label: string, key: SplitKey): Pair => [label, signed(model, split[key] ?? 0), 'amount']
  const funds = splitRows(model)
    .filter(({ part, key }) => (part === 'fund' && key !== 'poolFund') || key === 'hospitalPart')
    .map((row): Pair => [row.label, row.amount, 'amount'])
  const classes = feeClasses(model.lines).map(({ name, total }): Pair => [name, signed(model, total), 'amount'])
  const cash = splitRows(model).find((row) => row.key === 'cash')!
  return [
    [...pairCells(['药店名称', model.fixmedinsName], 2), { text: '单位：元' }],
    ...pairRows([
      ['姓名', person.name],
      ['性别', person.gender],
      ['年龄', person.age?.toString()],
      ['人员类别', person.personTypeName],
      ['医保登记号', ids.mdtrtId],
      ['参保地', person.insuredArea],
    ]),
    pairCells(['单位名称', person.employer], 3),
    pairCells([`${act}前余额`, textOf(model.balanceBefore), 'amount'], 3),
    ['费用类别', '金额', '费用类别', '金额'].map((text) => ({ text, bold: true, alignment: 'center' as const })),
    ...pairRows(classes),
    pairCells(amount('费用总额', 'total'), 3),
    pairCells(amount('个人账户支付', 'account')).concat(pairCells([cash.label, cash.amount, 'strong'])),
    pairCells(capitalsPair(model), 3),
    pairCells(amount('统筹支付', 'poolFund'), 3),
    ...pairRows(funds),
    pairCells([`${act}后余额`, textOf(balanceAfter(model)), 'amount'], 3),
    pairCells([`${act}日期`, (model.kind === 'reversal' ? ids.reversedAt : ids.settledAt)?.slice(0, 10)], 3),
  ]
}

/** A4 purchase form: fee classes in pairs, no lines and no split by 自费 and 先行自付 (domain.md 9.1). */
export const purchase: Sheet = {
  ...a4,
  content: (model, copy) => [...formHead(`${model.areaText}购药费用结算单`, model, copy), grid(4, rows(model))],
}
