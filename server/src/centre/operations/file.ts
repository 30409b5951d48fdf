import { fillRow } from '../fill.ts'
import { rowsIn } from '../names.ts'
import type { Operation } from '../operation.ts'
import type { CentreProfile } from '../profile.ts'
import { readerOf } from '../reader.ts'
import { fieldsOf } from '../standard.ts'
import { unnamedRows } from '../unnamed-rows.ts'
import type { FileTicket } from './reconciliation.ts'

export interface FileUpload {
  filename: string
  /** The whole file, a ZIP of one TXT. */
  content: Uint8Array
}

// Front machines take a file beside the message or inside it, and inside as a text or as its bytes, Java's being signed
// (domain.md 2.9).
const inMessage: Readonly<Record<CentreProfile['uploadMode'], (content: Uint8Array) => string | number[]>> = {
  multipart: () => '',
  base64: (content) => Buffer.from(content).toString('base64'),
  bytes: (content) => [...content],
  signedBytes: (content) => [...Int8Array.from(content)],
}

const file = /("in"\s*:\s*)("[\w+/=]+"|\[[-\d,]+\])/

/** A 9101 as text without the file inside it: how many bytes it has is told in its place. */
export const withoutFile = (message: string): string =>
  message.replace(file, (_, name: string, value: string) => {
    const bytes = value.startsWith('[') ? value.split(',').length : Buffer.byteLength(value.slice(1, -1), 'base64')
    return `${name}"（文件，${bytes} 字节）"`
  })

/** 9101 文件上传. Sent through `uploadFile`; `in` holds the file only where the area wants it inside the message. */
export const upload: Operation<FileUpload, FileTicket> = {
  infno: '9101',
  title: '文件上传',
  input: ({ filename, content }, { profile, sender }) => ({
    fsUploadIn: {
      ...fillRow(profile.edition, '9101', 'fsUploadIn', { filename, fixmedins_code: sender.fixmedinsCode }),
      in: inMessage[profile.uploadMode](content),
    },
  }),
  read: (output, { edition }) => {
    const row = rowsIn(unnamedRows(output, fieldsOf(edition, '9101', 'out'))).map(readerOf)[0]
    const fileQuryNo = row?.maybe('file_qury_no')
    if (!row || fileQuryNo === undefined) return undefined
    return { fileQuryNo, filename: row.text('filename'), downloadUntil: row.maybe('dld_endtime') }
  },
}

export interface FileDownload {
  fileQuryNo: string
  filename: string
  /** Absent = the sender's own code (results of 3202). Catalogues: profile.catalogueFileCode. */
  fixmedinsCode?: string
}

/** 9102 文件下载. Sent through `downloadFile`: its answer is the file, not an envelope. */
export const download: Operation<FileDownload, never> = {
  infno: '9102',
  title: '文件下载',
  input: ({ fileQuryNo, filename, fixmedinsCode }, { profile, sender }) => ({
    fsDownloadIn: fillRow(profile.edition, '9102', 'fsDownloadIn', {
      file_qury_no: fileQuryNo,
      filename,
      fixmedins_code: fixmedinsCode ?? sender.fixmedinsCode,
    }),
  }),
  read: () => undefined,
}
