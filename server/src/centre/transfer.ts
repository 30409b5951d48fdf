import type { Answer, CentreClient, Waiting } from './client.ts'
import { multipartOf } from './multipart.ts'
import type { Header } from './operation.ts'
import { download, type FileDownload, type FileUpload, upload } from './operations/file.ts'
import type { FileTicket } from './operations/reconciliation.ts'
import { classify, type NotSent, type Refused, type Unknown } from './outcome.ts'

/** 9101: uploads a file the way the area wants it, beside the message or inside it. */
export const uploadFile = async (
  client: CentreClient,
  file: FileUpload,
  header: Header,
  waiting: Waiting,
): Promise<Answer<FileTicket>> => {
  const built = client.prepare(upload, file, header)
  if (built.kind === 'notSent') return built
  const { paths, uploadMode, contentType } = client.profile
  const form =
    uploadMode === 'multipart'
      ? multipartOf(built.body, file.filename, file.content)
      : { contentType: `${contentType}; charset=utf-8`, body: built.body }
  const answer = await client.exchange(paths.upload, '9101', form.body, form.contentType, waiting)
  const outcome = answer.kind === 'answer' ? classify(answer) : answer
  return client.readAnswer(upload, await client.toldOn(outcome, '9101', built.body))
}

type Download = { kind: 'file'; content: Buffer; ms: number } | Refused | NotSent | Unknown

/** 9102: the file, or what the centre said instead. A JSON answer is never taken for a file. */
export const downloadFile = async (
  client: CentreClient,
  file: FileDownload,
  header: Header,
  waiting: Waiting,
): Promise<Download> => {
  const built = client.prepare(download, file, header)
  if (built.kind === 'notSent') return built
  const { paths, contentType } = client.profile
  const answer = await client.exchange(paths.download, '9102', built.body, `${contentType}; charset=utf-8`, waiting)
  if (answer.kind !== 'answer') return answer
  const { status, body, ms } = answer
  const zip = body.subarray(0, 2).toString('latin1') === 'PK'
  // An object, one that was made a text of, or a gateway's page: no file of the standard begins so.
  const words = /^\uFEFF?\s*["{<]/.test(body.subarray(0, 64).toString('utf8'))
  if (status === 200 && (zip || (answer.contentType === 'application/octet-stream' && !words)))
    return { kind: 'file', content: body, ms }
  const outcome = await client.toldOn(classify(answer), '9102', built.body)
  if (outcome.kind !== 'booked') return outcome
  return { kind: 'unknown', reason: 'unreadable', detail: '9102 infcode 0 without a file', ms }
}
