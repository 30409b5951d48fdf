import { createHash } from 'node:crypto'
import { demoItems } from '../national/demo.ts'
import { refuse } from '../refusal.ts'
import { institutions } from '../seed/institutions.ts'
import type { Row, Store } from '../store/open.ts'
import { day } from '../time.ts'
import { type Call, type Handler, rowsOf, type Texts, textsOf } from './call.ts'

/** Jiangxi takes at most 100 rows in one 3301 (notes 12). */
const most = 100

const put = (store: Store, code: string, given: Texts, today: string): void =>
  store.run(
    'insert or replace into mapped values (?, ?, ?, ?, ?, ?, ?, ?)',
    code,
    given.fixmedins_hilist_id!,
    given.list_type!,
    given.med_list_codg!,
    given.fixmedins_hilist_name!,
    given.begndate!,
    given.enddate!,
    today,
  )

/** The demo shops have matched their items long ago. Once per database. */
export const seedMappings = (store: Store): void => {
  if (store.get("select 1 from counter where name = 'mappings'")) return
  store.transaction(() => {
    for (const { code, area } of institutions.filter(({ fresh }) => !fresh))
      for (const item of demoItems(area)) {
        const { own_code, name, list_type, med_list_codg } = item as Record<string, string>
        const given = { fixmedins_hilist_id: own_code!, fixmedins_hilist_name: name!, list_type: list_type! }
        const dates = { begndate: '2024-01-01', enddate: '2099-12-31' }
        put(store, code, { ...given, med_list_codg: med_list_codg!, ...dates }, '2024-01-01')
      }
    store.next('mappings')
  })
}

/** 3301 目录对照上传: all rows or none. Sending one again replaces it; another code of the item stands beside it until 3302 takes
 * it back, which names all four. */
export const match: Handler = (call) => {
  const rows = rowsOf(call, 'data')
  if (call.profile.province === 'JX' && rows.length > most) refuse(`单次上传不能超过 ${most} 条`)
  call.store.transaction(() => {
    for (const [i, row] of rows.entries()) {
      if (row.enddate! < row.begndate!) refuse(`第 ${i + 1} 行【结束日期 enddate】早于开始日期`)
      put(call.store, call.institution.code, row, day(call.now))
    }
  })
  return { '(none)': {} }
}

/** 3302 目录对照撤销, one mapping. */
export const unmatch: Handler = (call) => {
  const node = Object.keys(call.input)[0] ?? 'data'
  const { fixmedins_code, fixmedins_hilist_id, list_type, med_list_codg } = textsOf(call, node)
  if (fixmedins_code !== call.institution.code) refuse('【定点医药机构编号 fixmedins_code】与报文的机构不一致')
  const which = [call.institution.code, fixmedins_hilist_id!, list_type!, med_list_codg!] as const
  const where = 'fixmedins_code = ? and own_code = ? and list_type = ? and med_list_codg = ?'
  if (!call.store.get(`select 1 from mapped where ${where}`, ...which)) refuse('目录对照信息不存在')
  call.store.run(`delete from mapped where ${where}`, ...which)
  return { '(none)': {} }
}

const ridOf = ({ fixmedins_code, own_code, list_type, med_list_codg }: Row): string => {
  const key = [fixmedins_code, own_code, list_type, med_list_codg].join('|')
  return `1317${createHash('sha256').update(key).digest('hex').slice(0, 36)}`
}

const toRow = (area: string, row: Row): Texts => ({
  fixmedins_code: String(row.fixmedins_code),
  medins_list_codg: String(row.own_code),
  medins_list_name: String(row.name),
  insu_admdvs: area,
  list_type: String(row.list_type),
  med_list_codg: String(row.med_list_codg),
  begndate: String(row.begndate),
  enddate: String(row.enddate),
  vali_flag: '1',
  rid: ridOf(row),
  updt_time: String(row.updt_time),
  poolarea_no: area,
})

/** The mappings of the asking institution, for 1317. */
export const mappingsOf = (call: Call): Texts[] =>
  call.store
    .all(
      'select * from mapped where fixmedins_code = ? order by own_code, list_type, med_list_codg',
      call.institution.code,
    )
    .map((row) => toRow(call.profile.area, row))
