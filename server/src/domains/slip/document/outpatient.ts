import { sum } from '@yibao/shared/money.ts'
import { type FeeClass, feeClasses } from './fee-classes.ts'
import { a4, capitalsPair, formHead, grid, type Pair, pairCells, pairRows } from './form.ts'
import type { SlipModel } from './model.ts'
import type { Node } from './pdf.ts'
import type { Sheet } from './sheet.ts'
import { splitRows } from './split-rows.ts'
import { amountText, signed } from './text.ts'

const yesNo = (value: boolean | undefined) => (value === undefined ? undefined : value ? '是' : '否')

const personRows = ({ person, ids, fixmedinsName, prescription }: SlipModel): Node[][] => [
  ...pairRows([
    ['机构名称', fixmedinsName],
    ['医保登记号', ids.mdtrtId],
    ['姓名', person.name],
    ['性别', person.gender],
    ['年龄', person.age?.toString()],
    ['公务员', yesNo(person.civilServant)],
    ['人员类别', person.personTypeName],
    ['险种', person.insuranceName],
    ['单位名称', person.employer],
    ['证件号', person.certNo],
    ['医疗类别', person.medicalTypeName],
    ['病种', person.diseaseName],
    ['参保地', person.insuredArea],
    ['结算时间', ids.settledAt],
  ]),
  ...(prescription
    ? pairRows([
        ['处方号', prescription.number],
        ['开方医生', `${prescription.hospital} ${prescription.doctor}`],
      ])
    : []),
]

/** What was used this year before this visit; these amounts keep their sign on a reversal. */
const yearBlock = ({ yearBefore }: SlipModel): Node[] => {
  if (!yearBefore) return []
  const labels = {
    total: '费用总额',
    poolFund: '统筹支付',
    largeAmount: '大额补助',
    civilServant: '公务员补助',
    seriousIllness: '居民大病',
    account: '个人账户支付',
    medicalAid: '医疗救助',
  }
  const { stays } = yearBefore
  const pairs = Object.entries(labels).flatMap(([key, label]): Pair[] => {
    const value = yearBefore[key as keyof typeof labels]
    return value === undefined ? [] : [[label, amountText(value), 'amount']]
  })
  const rows: Pair[] = stays === undefined ? pairs : [['住院次数', String(stays), 'amount'], ...pairs]
  return [{ text: '本年度此前累计', bold: true }, grid(4, pairRows(rows))]
}

const classCells = (model: SlipModel, row: FeeClass | undefined): Node[] =>
  row
    ? [
        { text: row.name },
        ...[row.total, row.classC, row.classB].map(
          (value): Node => ({ text: signed(model, value), alignment: 'right' }),
        ),
      ]
    : Array.from({ length: 4 }, (): Node => ({ text: '' }))

/** Fee classes with total, 丙 and 乙 part, twice side by side, and their sum. */
const classTable = (model: SlipModel): Node => {
  const classes = feeClasses(model.lines)
  const total: FeeClass = {
    name: '合计',
    total: sum(classes.map((row) => row.total)),
    classC: sum(classes.map((row) => row.classC)),
    classB: sum(classes.map((row) => row.classB)),
  }
  const titles = ['费用类别', '金额', '丙类', '乙类']
  const body = [[...titles, ...titles].map((text): Node => ({ text, bold: true, alignment: 'center' }))]
  for (let n = 0; n < classes.length; n += 2)
    body.push([...classCells(model, classes[n]), ...classCells(model, classes[n + 1])])
  body.push([...classCells(model, total), ...classCells(model, undefined)])
  return grid(8, body)
}

const totals = (model: SlipModel): Node => {
  const all = splitRows(model)
  const at = all.findIndex((row) => row.key === 'cash')
  const cash = all[at]!
  const pairs = (rows: typeof all) => pairRows(rows.map((row): Pair => [row.label, row.amount, 'amount']))
  return grid(4, [
    ...pairs(all.slice(0, at)),
    [...pairCells([cash.label, cash.amount, 'strong']), ...pairCells(capitalsPair(model))],
    ...pairs(all.slice(at + 1)),
  ])
}

const signatures = (model: SlipModel): Node => ({
  margin: [0, 12, 0, 0],
  columns: [
    { text: '参保人或家属签字', width: '*' },
    { text: `电话 ${model.foot.phone ?? ''}`, width: '*' },
    { text: `收款员 ${model.ids.cashier}`, width: '*' },
    { text: `审核 ${model.prescription?.pharmacist ?? ''}`, width: '*' },
  ],
})

/** A4 outpatient form for visits with a disease (centre notes 17). */
export const outpatient: Sheet = {
  ...a4,
  content: (model, copy) => [
    ...formHead(`${model.areaText}(普通、特殊)门诊费用结算单`, model, copy),
    grid(4, personRows(model)),
    ...yearBlock(model),
    classTable(model),
    totals(model),
    ...(model.foot.note ? [{ text: model.foot.note }] : []),
    signatures(model),
  ],
}
