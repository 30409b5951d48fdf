import { refuse } from '../refusal.ts'
import { institutions } from '../seed/institutions.ts'
import type { Store } from '../store/open.ts'
import { type Call, type Handler, rowsOf, type Texts, textsOf } from './call.ts'

const keep = (store: Store, institution: string, row: Texts): void =>
  store.run('insert or replace into department values (?, ?, ?)', institution, row.hosp_dept_codg!, JSON.stringify(row))

const find = ({ store, institution }: Pick<Call, 'store' | 'institution'>, code: string): Texts | undefined => {
  const row = store.get('select data from department where fixmedins_code = ? and code = ?', institution.code, code)
  return row && (JSON.parse(String(row.data)) as Texts)
}

/** The demo shops registered 药店 as their one department long ago, but for 平江店. Once per database. */
export const seedDepartments = (store: Store): void => {
  if (store.get("select 1 from counter where name = 'departments'")) return
  store.transaction(() => {
    for (const { code, area } of institutions.filter(({ code: one, fresh }) => !fresh && one !== 'P32050100002'))
      keep(store, code, {
        ...{ hosp_dept_codg: 'YD01', hosp_dept_name: '药店', caty: 'A02', begntime: '2021-03-01 00:00:00' },
        ...{ itro: '零售药店', dept_resper_name: '顾𠮷', dept_resper_tel: '0512-55550101' },
        ...{ dept_estbdat: '2021-03-01 00:00:00', aprv_bed_cnt: '0', poolarea_no: area, dr_psncnt: '0' },
        ...{ phar_psncnt: '2', nurs_psncnt: '0', tecn_psncnt: '0' },
      })
    store.next('departments')
  })
}

const checkDates = ({ begntime, endtime }: Texts): void => {
  if (endtime && endtime < begntime!) refuse('【结束时间 endtime】早于开始时间')
}

/** Whether an institution has registered a department of this code. */
export const isDepartment = (call: Pick<Call, 'store' | 'institution'>, code: string): boolean =>
  find(call, code) !== undefined

/** 3401 科室信息上传 and its batch 3401A: all rows or none; a code is used once in an institution. */
export const addDepartment: Handler = (call) => {
  const rows = call.infno === '3401A' ? rowsOf(call, 'deptinfo') : [textsOf(call, 'deptinfo')]
  call.store.transaction(() => {
    for (const row of rows) {
      checkDates(row)
      if (find(call, row.hosp_dept_codg!)) refuse(`【医院科室编码 hosp_dept_codg】${row.hosp_dept_codg} 已存在`)
      keep(call.store, call.institution.code, row)
    }
  })
  return {}
}

/** 3402 科室信息变更. */
export const changeDepartment: Handler = (call) => {
  const row = textsOf(call, 'deptinfo')
  checkDates(row)
  if (!find(call, row.hosp_dept_codg!)) refuse(`【医院科室编码 hosp_dept_codg】${row.hosp_dept_codg} 不存在`)
  keep(call.store, call.institution.code, row)
  return {}
}

/** 3403 科室信息撤销: code, name and the day it began must be those of the department. */
export const withdrawDepartment: Handler = (call) => {
  const { hosp_dept_codg, hosp_dept_name, begntime } = textsOf(call, 'data')
  const known = find(call, hosp_dept_codg!)
  if (known?.hosp_dept_name !== hosp_dept_name || known?.begntime?.slice(0, 10) !== begntime)
    refuse('没有与编码、名称和开始时间相符的科室')
  call.store.run('delete from department where fixmedins_code = ? and code = ?', call.institution.code, hosp_dept_codg!)
  return {}
}

/** 5101 科室信息查询. */
export const listDepartments: Handler = ({ store, institution }) => ({
  feedetail: store
    .all('select data from department where fixmedins_code = ? order by code', institution.code)
    .map(({ data }) => JSON.parse(String(data)) as Texts),
})
