import { strFromU8, unzipSync, zipSync } from 'fflate'
import { fieldsOf } from '../message/standard.ts'
import { fen, scaled, yuan } from '../money/fixed.ts'
import { refuse } from '../refusal.ts'
import { type BookRow, msgidOf } from '../store/settlements.ts'
import { type Call, type Handler, type Texts, textsOf } from './call.ts'
import { fetchFile, keep } from './files.ts'
import { rowsFor, totals } from './reconcile.ts'

interface Uploaded {
  texts: Texts
  medfee: number
  fund: number
  acct: number
}

const textOf = (content: Uint8Array): string => {
  if (content[0] !== 0x50 || content[1] !== 0x4b) return strFromU8(content)
  try {
    const entries = Object.values(unzipSync(content))
    return entries.length === 1 ? strFromU8(entries[0]!) : refuse('对账文件压缩包应只含一个 TXT 文件')
  } catch {
    return refuse('对账文件不是有效的压缩包')
  }
}

/** The rows of an uploaded file: TXT or a ZIP of one, TAB between columns, `null` for empty (notes 4). */
const read = (call: Call, content: Uint8Array): Uploaded[] => {
  const columns = fieldsOf('3202', 'file', 'upload file', call.profile.province)
  return textOf(content)
    .split(/\r?\n/)
    .filter((line) => line !== '')
    .map((line, i) => {
      const cells = line.split('\t')
      if (cells.length < columns.length) return refuse(`对账文件第 ${i + 1} 行应有 ${columns.length} 列`)
      const texts = Object.fromEntries(columns.map((column, c) => [column.name, cells[c] === 'null' ? '' : cells[c]!]))
      const missing = columns.find((column) => !texts[column.name])
      if (missing) return refuse(`对账文件第 ${i + 1} 行【${missing.title} ${missing.name}】不能为空`)
      const wrong = columns.find((column) => column.type === 'N' && scaled(texts[column.name]!, 2) === undefined)
      if (wrong) return refuse(`对账文件第 ${i + 1} 行【${wrong.title} ${wrong.name}】应为数值`)
      return { texts, medfee: fen(texts.medfee_sumamt!), fund: fen(texts.fund_pay_sumamt!), acct: fen(texts.acct_pay!) }
    })
}

const checkTotals = (given: Texts, rows: Uploaded[]): void => {
  const sum = totals(rows)
  const same =
    sum.medfee === fen(given.medfee_sumamt!) &&
    sum.fund === fen(given.fund_pay_sumamt!) &&
    sum.count === Number(given.fixmedins_setl_cnt)
  if (!same)
    refuse(`申报总额与对账文件不一致：文件 ${sum.count} 笔，医疗费 ${yuan(sum.medfee)}，基金 ${yuan(sum.fund)}`)
}

const rslt = { JX: { centre: '1', shop: '2', differs: '3' }, HN: { centre: '1', shop: '1', differs: '1' } }

const compare = (call: Call, rows: Uploaded[], book: BookRow[]): Texts[] => {
  const codes = rslt[call.profile.province]
  const byKey = new Map(book.map((row) => [`${row.setl_id} ${row.refd}`, row]))
  const answered: Texts[] = []
  for (const { texts, ...shop } of rows) {
    const key = `${texts.setl_id} ${texts.refd_setl_flag}`
    const row = byKey.get(key)
    byKey.delete(key)
    // Rows that agree are not listed.
    if (!row)
      answered.push({ ...texts, msgid: msgidOf(call.store, texts.setl_id!), stmt_rslt: codes.shop, memo: '医药机构多' })
    else if (row.medfee !== shop.medfee || row.fund !== shop.fund || row.acct !== shop.acct)
      answered.push({ ...texts, ...amounts(row), msgid: row.msgid, stmt_rslt: codes.differs, memo: '数据不一致' })
  }
  // What only the centre has carries no setl_id and no mdtrt_id; msgid leads to 2601 (domain 5.3).
  for (const row of byKey.values())
    answered.push({
      ...amounts(row),
      psn_no: row.psn_no,
      msgid: row.msgid,
      refd_setl_flag: String(row.refd),
      stmt_rslt: codes.centre,
      memo: '中心多',
    })
  return answered
}

const amounts = (row: BookRow): Texts => ({
  medfee_sumamt: yuan(row.medfee),
  fund_pay_sumamt: yuan(row.fund),
  acct_pay: yuan(row.acct),
})

/** 3202 对明细账: compares the uploaded file with the book by setl_id and refund flag, keeps the result as a ZIP. */
export const details: Handler = (call) => {
  const given = textsOf(call, 'data')
  const rows = read(call, fetchFile(call, given.file_qury_no!).content)
  checkTotals(given, rows)
  const columns = fieldsOf('3202', 'file', 'result file', call.profile.province).map((column) => column.name)
  const lines = compare(call, rows, rowsFor(call, given)).map(
    (row) => `${columns.map((column) => row[column] || 'null').join('\t')}\n`,
  )
  const name = `${call.institution.code}_${given.stmt_begndate!.replaceAll('-', '')}_result`
  const zip = zipSync({ [`${name}.txt`]: Buffer.from(lines.join('')) })
  const { file_qury_no, until } = keep(call, `${name}.zip`, zip)
  return { fileinfo: { file_qury_no, filename: `${name}.zip`, dld_endtime: until } }
}
