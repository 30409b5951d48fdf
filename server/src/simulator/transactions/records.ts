import { yuan } from '../money/fixed.ts'
import { day } from '../time.ts'
import { type Handler, personOf, textsOf } from './call.ts'
import { chronicOf } from './disease-filing.ts'
import { personBlock } from './person.ts'

/** 5301 人员慢特病备案查询. */
export const chronicRecords: Handler = (call) => {
  const person = personOf(call, textsOf(call, 'data').psn_no!)
  return {
    feedetail: chronicOf(call, person).map((one) => ({
      opsp_dise_code: one.code,
      opsp_dise_name: one.name,
      begndate: one.begndate,
      enddate: one.enddate,
    })),
  }
}

/** 5304 转院信息查询: the filing of people insured elsewhere. */
export const referrals: Handler = (call) => {
  const person = personOf(call, textsOf(call, 'data').psn_no!)
  if (!person.state.flags.has('filed')) return { refmedin: [] }
  return {
    refmedin: [
      {
        ...personBlock(call, person),
        insutype: person.state.insurances[0]!.insutype,
        dcla_souc: call.profile.province === 'HN' ? '02' : '2',
        insu_optins: person.insuplc,
        emp_name: person.emp,
        reflin_medins_name: '市内定点医药机构',
        out_flag: '1',
        refl_date: '2024-01-01',
        refl_rea: '异地长期居住',
        begndate: '2024-01-01',
        enddate: '2034-12-31',
        hosp_agre_refl_flag: '1',
      },
    ],
  }
}

/** 5206 人员累计信息查询: by month, or the whole year when cum_ym is empty. */
export const cumulatives: Handler = (call) => {
  const { psn_no, cum_ym } = textsOf(call, 'data')
  const person = personOf(call, psn_no!)
  const year = (cum_ym || day(call.now)).slice(0, 4)
  const rows = call.store.all(
    'select insutype, code, sum(value) as value from cumulative where psn_no = ? and ym between ? and ? and substr(code, 1, 1) <> ? group by insutype, code order by insutype, code',
    person.psnNo,
    cum_ym || `${year}00`,
    cum_ym || `${year}99`,
    '_',
  )
  return {
    cuminfo: rows.map((row) => ({
      insutype: String(row.insutype),
      year,
      cum_ym: cum_ym || year,
      cum_type_code: String(row.code),
      cum: yuan(Number(row.value)),
    })),
  }
}
