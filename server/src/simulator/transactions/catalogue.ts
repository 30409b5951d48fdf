import { ethnicDrugs, insuredCodes, linesOfFile } from '../national/files.ts'
import { zipOf } from '../national/zip.ts'
import { refuse } from '../refusal.ts'
import { dateTime, day } from '../time.ts'
import { type Call, type Handler, type Texts, textsOf } from './call.ts'
import { keep } from './files.ts'
import { insuredRows } from './insured.ts'
import { mappingsOf } from './mapping.ts'

const publishedAt = '2024-01-01'

// Lines are joined in bunches: one text of all of them would be as long as V8 lets texts be.
const bytesOf = (lines: Iterable<string>): { content: Buffer; count: number } => {
  const pieces: Buffer[] = []
  let bunch: string[] = []
  let count = 0
  const flush = () => {
    if (bunch.length) pieces.push(Buffer.from(`${bunch.join('\n')}\n`))
    bunch = []
  }
  for (const line of lines) {
    count += 1
    if (bunch.push(line) === 2000) flush()
  }
  flush()
  return { content: Buffer.concat(pieces), count }
}

/** 1301-1303, 1305-1311, 1313-1315: a file of the rows newer than ver, for 9102; nothing newer is no file. */
export const catalogueFile: Handler = (call) => {
  const { ver = '0' } = textsOf(call, 'data')
  const today = day(call.now)
  const name = `${call.infno}_${ver}_${today.replaceAll('-', '')}.zip`
  const known = call.store.get(
    `select file_qury_no, expires, length(content) as size from file
     where filename = ? and fixmedins_code = ? and expires > ? order by expires desc limit 1`,
    name,
    call.institution.code,
    call.now + 86_400_000,
  )
  const countOf = (fileQuryNo: string) =>
    String(call.store.get('select value from counter where name = ?', `rows ${fileQuryNo}`)?.value ?? '0')
  if (known)
    return {
      '(none)': {
        file_qury_no: String(known.file_qury_no),
        filename: name,
        dld_end_time: day(Number(known.expires)),
        data_cnt: countOf(String(known.file_qury_no)),
      },
    }
  const lines = linesOfFile(call.infno, { area: call.profile.area, since: ver, today, rows: call.catalogueRows })
  const { content, count } = bytesOf(lines)
  if (count === 0)
    return {
      '(none)': { file_qury_no: '', filename: '', dld_end_time: dateTime(call.now).slice(0, 10), data_cnt: '0' },
    }
  const { file_qury_no, until } = keep(call, name, zipOf(`${call.infno}.txt`, content))
  call.store.run('insert or replace into counter values (?, ?)', `rows ${file_qury_no}`, count)
  return { '(none)': { file_qury_no, filename: name, dld_end_time: until.slice(0, 10), data_cnt: String(count) } }
}

const rowsFor = (call: Call): Texts[] => {
  const { area } = call.profile
  const codes = () => insuredCodes(area, call.catalogueRows)
  if (call.infno === '1317') return mappingsOf(call)
  if (call.infno !== '1304') return codes().flatMap((code, n) => insuredRows(call, code, n))
  return ethnicDrugs(call.catalogueRows).map((cells, n) => ({
    ...cells,
    vali_flag: '1',
    rid: `1304${String(n).padStart(12, '0')}`,
    ...audit,
    ver: 'F001_20240101_A',
  }))
}

const audit = {
  crte_time: publishedAt,
  updt_time: publishedAt,
  opt_time: publishedAt,
  crter_id: 'admin',
  crter_name: '管理员',
  crte_optins_no: '000000',
  opter_id: 'admin',
  opter_name: '管理员',
  optins_no: '000000',
}

/** Fields of a query that narrow its rows, beside time and page. */
const narrowing = ['hilist_code', 'med_list_codg', 'medins_list_codg', 'list_type', 'vali_flag', 'fixmedins_code']

/** 1304, 1312, 1316-1319: a page of the rows changed after updt_time, in the order of the catalogue. */
export const cataloguePage: Handler = (call) => {
  const given = textsOf(call, 'data')
  const [page, size] = [Number(given.page_num), Math.min(Number(given.page_size), call.profile.pageRows)]
  if (page < 1 || size < 1) refuse('【当前页数 page_num】【本页数据量 page_size】应大于 0')
  const found = rowsFor(call)
    .map((row) => ({ ...audit, ...row }))
    .filter(
      (row: Texts) =>
        row.updt_time!.slice(0, 10) > given.updt_time! &&
        narrowing.every((name) => !given[name] || !(name in row) || row[name] === given[name]),
    )
  return found.slice((page - 1) * size, page * size)
}
