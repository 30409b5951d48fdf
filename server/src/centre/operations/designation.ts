import { fillRow } from '../fill.ts'
import type { Operation } from '../operation.ts'
import { readOne, readRows } from '../reader.ts'

/** Who files on a person's behalf (agnter_*); what is not known is ''. */
export interface Agent {
  agentName: string
  agentRelation: string
  agentCertType: string
  agentCertNo: string
  agentTel: string
  agentAddress: string
}

/** What 2505 is told; days are yyyy-MM-dd, what may be empty is ''. */
interface Designation extends Agent {
  psnNo: string
  tel: string
  address: string
  /** biz_appy_type */
  businessType: string
  /** fix_srt_no: which of the person's designated institutions this one is. */
  order: string
  institutionCode: string
  institutionName: string
  beginDay: string
  endDay: string
  memo: string
}

/** The agent as both 2505 and 2591 name him. */
export const agentFields = (one: Agent): Record<string, string> => ({
  ...{ agnter_name: one.agentName, agnter_rlts: one.agentRelation, agnter_cert_type: one.agentCertType },
  ...{ agnter_certno: one.agentCertNo, agnter_tel: one.agentTel, agnter_addr: one.agentAddress },
})

/** 2505 人员定点备案: answers the serial number that takes it back; unreadable without one. */
export const designate: Operation<Designation, { serial: string }> = {
  infno: '2505',
  title: '人员定点备案',
  input: (one, { profile }) => ({
    data: fillRow(profile.edition, '2505', 'data', {
      ...{ psn_no: one.psnNo, tel: one.tel, addr: one.address, biz_appy_type: one.businessType },
      ...{ begndate: one.beginDay, enddate: one.endDay, fix_srt_no: one.order, memo: one.memo },
      ...{ fixmedins_code: one.institutionCode, fixmedins_name: one.institutionName },
      ...agentFields(one),
    }),
  }),
  read: (output) => {
    const serial = readOne(output, 'result')?.maybe('trt_dcla_detl_sn')
    return serial ? { serial } : undefined
  },
}

/** 2506 人员定点备案撤销: only what was not reviewed yet; the reason is demanded. */
export const withdrawDesignation: Operation<{ serial: string; psnNo: string; reason: string }, true> = {
  infno: '2506',
  title: '人员定点备案撤销',
  input: ({ serial, psnNo, reason }, { profile }) => ({
    data: fillRow(profile.edition, '2506', 'data', { trt_dcla_detl_sn: serial, psn_no: psnNo, memo: reason }),
  }),
  read: () => true,
}

/** One designated institution of a person: a row of `psnfixmedin` of 5302. */
interface DesignationRecord {
  /** fix_srt_no */
  order: string
  institutionCode: string
  institutionName: string
  from: string
  until: string
  memo: string
}

/** 5302 人员定点信息查询, of one kind of business. */
export const queryDesignations: Operation<{ psnNo: string; businessType: string }, DesignationRecord[]> = {
  infno: '5302',
  title: '人员定点信息查询',
  input: ({ psnNo, businessType }, { profile }) => ({
    data: fillRow(profile.edition, '5302', 'data', { psn_no: psnNo, biz_appy_type: businessType }),
  }),
  read: (output) =>
    readRows(output, 'psnfixmedin').map((row) => ({
      order: row.text('fix_srt_no'),
      institutionCode: row.text('fixmedins_code'),
      institutionName: row.text('fixmedins_name'),
      from: row.text('begndate').slice(0, 10),
      until: row.text('enddate').slice(0, 10),
      memo: row.text('memo'),
    })),
}
