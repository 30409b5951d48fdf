import { fillRow } from '../fill.ts'
import type { Operation } from '../operation.ts'
import { readOne, readRows } from '../reader.ts'
import { type Agent, agentFields } from './designation.ts'
import { type FiledPerson, personFields } from './filed-person.ts'

/** What 2591 is told; days are yyyy-MM-dd, what may be empty is ''. */
interface SpecialDrug extends FiledPerson, Agent {
  address: string
  insutype: string
  /** poolarea_no of the institutions */
  insuredArea: string
  diseaseCode: string
  diseaseName: string
  /** med_list_codg, med_list_name */
  drugCode: string
  drugName: string
  /** cond_abst: what the diagnosis rests on */
  basis: string
  /** appy_lmt, packs */
  limit: number
  appliedOn: string
  beginDay: string
  endDay: string
  doctorCode: string
  doctorName: string
  /** The hospital that approved it and the pharmacy that sells it. */
  institutions: { code: string; name: string }[]
}

/** 2591 医保特药备案登记 (Jiangxi): answers the number that takes it back; unreadable without one. */
export const fileSpecialDrug: Operation<SpecialDrug, { serial: string }> = {
  infno: '2591',
  title: '医保特药备案登记',
  input: (one, { profile: { edition } }) => ({
    psninfo: fillRow(edition, '2591', 'psninfo', {
      ...personFields(one),
      ...{ insutype: one.insutype, addr: one.address },
      ...{ appy_date: one.appliedOn, cond_abst: one.basis, appy_lmt: String(one.limit) },
      ...{ begndate: one.beginDay, enddate: one.endDay, dr_no: one.doctorCode, dr_name: one.doctorName },
      ...agentFields(one),
    }),
    druginfo: [
      fillRow(edition, '2591', 'druginfo', {
        ...{ appy_dise_code: one.diseaseCode, appy_dise_name: one.diseaseName },
        ...{ med_list_codg: one.drugCode, med_list_name: one.drugName },
      }),
    ],
    medinsinfo: one.institutions.map(({ code, name }) =>
      fillRow(edition, '2591', 'medinsinfo', {
        ...{ fixmedins_code: code, fixmedins_name: name, poolarea_no: one.insuredArea },
      }),
    ),
  }),
  read: (output) => {
    const serial = readOne(output, 'data')?.maybe('mihi_opsp_reg_sn')
    return serial ? { serial } : undefined
  },
}

/** 2594 医保特药备案登记撤销 (Jiangxi): names the number alone. */
export const repealSpecialDrug: Operation<{ serial: string }, true> = {
  infno: '2594',
  title: '医保特药备案登记撤销',
  input: ({ serial }, { profile }) => ({
    data: fillRow(profile.edition, '2594', 'data', { mihi_opsp_reg_sn: serial }),
  }),
  read: () => true,
}

/** One special drug of a person by 5391. */
interface SpecialDrugRecord {
  drugCode: string
  drugName: string
  /** appy_dise_code */
  diseaseCode: string
  diseaseName: string
  from: string
  until: string
}

/**
 * 5391 医保特药备案查询 (Jiangxi), of a period. The answer has one `psninfo`, so its days are those of every drug in it,
 * and no number.
 */
export const querySpecialDrugs: Operation<{ psnNo: string; from?: string; until?: string }, SpecialDrugRecord[]> = {
  infno: '5391',
  title: '医保特药备案查询',
  input: ({ psnNo, from, until }, { profile }) => ({
    data: fillRow(profile.edition, '5391', 'data', { psn_no: psnNo, begndate: from, enddate: until }),
  }),
  read: (output) => {
    const person = readOne(output, 'psninfo')
    return readRows(output, 'druginfo').map((row) => ({
      drugCode: row.text('med_list_codg'),
      drugName: row.text('med_list_name'),
      diseaseCode: row.text('appy_dise_code'),
      diseaseName: row.text('appy_dise_name'),
      from: person?.text('begndate').slice(0, 10) ?? '',
      until: person?.text('enddate').slice(0, 10) ?? '',
    }))
  },
}
