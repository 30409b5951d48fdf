import type { SlipModel } from './model.ts'

/** A label of at most four characters and what stands behind it; absent values are left out. */
export type Fact = readonly [label: string, value: string]

const present = (facts: readonly (readonly [string, string | undefined])[]): Fact[] =>
  facts.filter((fact): fact is Fact => Boolean(fact[1]))

/** Block 2 of ux.md 6. */
export const idFacts = ({ kind, ids, fixmedinsName, fixmedinsCode }: SlipModel): Fact[] =>
  present([
    ['机构名称', fixmedinsName],
    ['机构编码', fixmedinsCode],
    [kind === 'reversal' ? '原结算号' : '结算号', ids.setlId],
    ['撤销单号', ids.reversalId],
    ['就诊号', ids.mdtrtId],
    ['ERP单号', ids.erpBill],
    ['报文尾号', ids.msgidTail],
    ['收款员', ids.cashier],
    ['结算时间', ids.settledAt],
    ['撤销时间', ids.reversedAt],
    ['打印时间', ids.printedAt],
  ])

/** 女 62 岁 */
const genderAge = ({ person }: SlipModel): string =>
  [person.gender, person.age === undefined ? '' : `${person.age} 岁`].filter(Boolean).join(' ')

/** Block 3; `whole` adds what only A5 and A4 have room for. */
export const personFacts = (model: SlipModel, whole = false): Fact[] => {
  const { person } = model
  return present([
    ['姓名', person.name],
    ['性别年龄', genderAge(model)],
    ['证件号', person.certNo],
    ['个人编号', whole ? person.psnNo : undefined],
    ['险种', person.insuranceName],
    ['人员类别', person.personTypeName],
    ['参保地', person.insuredArea],
    ['医疗类别', person.medicalTypeName],
    ['病种', person.diseaseName],
    ['单位', whole ? person.employer : undefined],
  ])
}

/** Block 4, empty without an outside prescription. */
export const prescriptionFacts = ({ prescription }: SlipModel): Fact[] =>
  prescription
    ? present([
        ['处方号', prescription.number],
        ['开方医院', prescription.hospital],
        ['开方医生', prescription.doctor],
        ['审核药师', prescription.pharmacist],
      ])
    : []
