import { fillRow } from '../fill.ts'
import type { Operation } from '../operation.ts'
import { readOne } from '../reader.ts'

/** What 2503 is told of a chronic disease's filing; days are yyyy-MM-dd, what may be empty is ''. */
interface DiseaseFiling {
  psnNo: string
  /** insu_optins: where the person is insured. */
  insuredArea: string
  insutype: string
  diseaseCode: string
  diseaseName: string
  tel: string
  address: string
  hospitalCode: string
  hospitalName: string
  identifiedOn: string
  doctorCode: string
  doctorName: string
  beginDay: string
  endDay: string
}

/** 2503 人员慢特病备案: answers the serial number that takes it back; unreadable without one. */
export const fileDisease: Operation<DiseaseFiling, { serial: string }> = {
  infno: '2503',
  title: '人员慢特病备案',
  input: (one, { profile }) => ({
    data: fillRow(profile.edition, '2503', 'data', {
      ...{ psn_no: one.psnNo, insutype: one.insutype, insu_optins: one.insuredArea },
      ...{ opsp_dise_code: one.diseaseCode, opsp_dise_name: one.diseaseName, tel: one.tel, addr: one.address },
      ...{ ide_fixmedins_no: one.hospitalCode, ide_fixmedins_name: one.hospitalName, hosp_ide_date: one.identifiedOn },
      ...{ diag_dr_codg: one.doctorCode, diag_dr_name: one.doctorName, begndate: one.beginDay, enddate: one.endDay },
    }),
  }),
  read: (output) => {
    const serial = readOne(output, 'result')?.maybe('trt_dcla_detl_sn')
    return serial ? { serial } : undefined
  },
}

/** 2504 人员慢特病备案撤销: only what was not reviewed yet; the reason is demanded. */
export const repealDisease: Operation<{ serial: string; psnNo: string; reason: string }, true> = {
  infno: '2504',
  title: '人员慢特病备案撤销',
  input: ({ serial, psnNo, reason }, { profile }) => ({
    data: fillRow(profile.edition, '2504', 'data', { trt_dcla_detl_sn: serial, psn_no: psnNo, memo: reason }),
  }),
  read: () => true,
}
