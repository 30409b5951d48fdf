import { refuse } from '../refusal.ts'
import { dateTime } from '../time.ts'
import { type Call, FileOutcome, type Handler, type Texts, textsOf } from './call.ts'

const KEPT_MS = 7 * 86_400_000

/** Keeps a file for an institution for 7 days; gives its file_qury_no and until when it can be fetched. */
export const keep = (call: Call, filename: string, content: Uint8Array): { file_qury_no: string; until: string } =>
  call.store.transaction(() => {
    const file_qury_no = `${call.institution.area}F${String(call.store.next('file')).padStart(15, '0')}`
    const expires = call.now + KEPT_MS
    call.store.run(
      'insert into file values (?, ?, ?, ?, ?)',
      file_qury_no,
      filename,
      call.institution.code,
      expires,
      content,
    )
    return { file_qury_no, until: dateTime(expires) }
  })

/** A file of this institution that has not expired. */
export const fetchFile = (call: Call, fileQuryNo: string): { filename: string; content: Uint8Array } => {
  const row = call.store.get(
    'select * from file where file_qury_no = ? and fixmedins_code = ?',
    fileQuryNo,
    call.institution.code,
  )
  if (!row) return refuse('【文件查询号 file_qury_no】文件不存在')
  if (Number(row.expires) < call.now) return refuse('【文件查询号 file_qury_no】文件已过下载截止时间')
  return { filename: String(row.filename), content: row.content as Uint8Array }
}

/** The bytes in the ways that clients send them: a multipart part, base64, 0-255 or signed bytes (domain 2.9). */
const bytesOf = (value: unknown): Uint8Array => {
  if (value instanceof Uint8Array) return value
  if (Array.isArray(value)) return Uint8Array.from(value as number[], (one) => Number(one) & 255)
  return Buffer.from(String(value), 'base64')
}

/** 9101 文件上传. */
export const upload: Handler = (call) => {
  const { filename, fixmedins_code } = textsOf(call, 'fsUploadIn')
  if (fixmedins_code !== call.institution.code) refuse('【医药机构编号 fixmedins_code】与报文的机构不一致')
  const content = bytesOf((call.input.fsUploadIn as Record<string, unknown>).in)
  if (content.length === 0) refuse('【文件数据 in】文件为空')
  const { file_qury_no, until } = keep(call, filename!, content)
  return { '(none)': { file_qury_no, filename: filename!, fixmedins_code: call.institution.code, dld_endtime: until } }
}

/** A file of 13xx: filename is the constant plc, and so is the institution in Hunan; Jiangxi wants the ver of the 13xx call. */
const catalogue = (call: Call, given: Texts): FileOutcome => {
  const file = fetchFile(call, given.file_qury_no!)
  const ver = /^13\d\d_(.*)_\d{8}\.zip$/.exec(file.filename)?.[1] ?? refuse('【文件名 filename】与文件查询号不一致')
  if (given.fixmedins_code !== (call.profile.province === 'HN' ? 'plc' : ver))
    refuse('【医药机构编号 fixmedins_code】目录文件应为 plc 或查询时的版本号')
  return new FileOutcome(Buffer.from(file.content), file.filename)
}

/** 9102 文件下载: the answer is the file itself. */
export const download: Handler = (call) => {
  const given = textsOf(call, 'fsDownloadIn')
  if (given.filename === 'plc') return catalogue(call, given)
  if (given.fixmedins_code !== call.institution.code) refuse('【医药机构编号 fixmedins_code】与报文的机构不一致')
  const file = fetchFile(call, given.file_qury_no!)
  if (file.filename !== given.filename) refuse('【文件名 filename】与文件查询号不一致')
  return new FileOutcome(Buffer.from(file.content), file.filename)
}
