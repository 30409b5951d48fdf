import { refuse } from '../refusal.ts'
import { hospitals, institutions } from '../seed/institutions.ts'
import { staff } from '../seed/staff.ts'
import { type Handler, textsOf } from './call.ts'

const pharmacy = '2'

/** 1201 医药机构信息获取: one institution of the area by its code, or by a part of its name; one of the two must be given. */
export const institution: Handler = (call) => {
  const { fixmedins_type, fixmedins_code, fixmedins_name } = textsOf(call, 'medinsinfo')
  if (!fixmedins_code && !fixmedins_name) refuse('【定点医药机构编号 fixmedins_code】机构编号和机构名称不能同时为空')
  const found = [...institutions.map((one) => ({ ...one, type: pharmacy, level: '' })), ...hospitals].find(
    ({ code, name, area, type }) =>
      area === call.profile.area &&
      type === fixmedins_type &&
      (!fixmedins_code || code === fixmedins_code) &&
      (!fixmedins_name || name.includes(fixmedins_name)),
  )
  if (!found) return refuse('没有符合条件的定点医药机构')
  return {
    medinsinfo: {
      fixmedins_code: found.code,
      fixmedins_name: found.name,
      uscc: found.uscc,
      fixmedins_type: found.type,
      hosp_lv: call.profile.province === 'JX' ? found.level.replace(/^0/, '') : found.level,
    },
  }
}

/** 5102 医执人员信息查询: those of one kind at the sender, narrowed by what else is given. */
export const practitioners: Handler = (call) => {
  const { prac_psn_type, certno, prac_psn_name, prac_psn_code } = textsOf(call, 'data')
  const found = staff.filter(
    (one) =>
      one.institution === call.institution.code &&
      one.type === prac_psn_type &&
      (!certno || one.certno === certno) &&
      (!prac_psn_name || one.name === prac_psn_name) &&
      (!prac_psn_code || one.code === prac_psn_code),
  )
  return {
    feedetail: found.map((one) => ({
      // Jiangxi prints the codes of certificates without the leading zero.
      psn_cert_type: call.profile.province === 'JX' ? '1' : '01',
      certno: one.certno,
      prac_psn_no: '',
      prac_psn_code: one.code,
      prac_psn_name: one.name,
      prac_psn_type: one.type,
      prac_psn_cert: '',
      prac_cert_no: '',
      hi_dr_flag: '0',
      begntime: one.since,
      endtime: '',
      chg_rea: '',
    })),
  }
}
