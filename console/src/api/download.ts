import type { Call, InputOf } from '@yibao/shared/call.ts'
import { envelopeOf, isEnvelope } from './answer.ts'
import { CallError, sentenceOf } from './error.ts'
import { type CallOptions, wireOf } from './request.ts'
import { texts } from './texts.ts'
import { send } from './transport.ts'
import { ui } from './ui.ts'

/** File name of a content-disposition header: filename* (RFC 5987) first, then filename, else the template's name. */
export const fileNameOf = (header: string | undefined): string => {
  const encoded = /filename\*\s*=\s*(?:UTF-8)?'[^']*'([^;]+)/i.exec(header ?? '')?.[1]
  const plain = /filename\s*=\s*"?([^";]+)"?/i.exec(header ?? '')?.[1]
  try {
    return decodeURIComponent((encoded ?? plain ?? '').trim()) || texts.templateName
  } catch {
    return plain?.trim() || texts.templateName
  }
}

const refusal = async (blob: Blob): Promise<CallError> => {
  const body: unknown = await blob
    .text()
    .then(JSON.parse)
    .catch(() => undefined)
  if (!isEnvelope(body)) return new CallError(texts.serverBusy, { code: 'busy' })
  return new CallError(body.resultNotice?.error || texts.serverBusy, {
    code: body.resultNotice?.messageCode ?? '',
    tips: body.resultNotice?.tips ?? '',
    statusCode: body.statusCode,
  })
}

/** The bytes of a file call and their name; a JSON answer instead of bytes is a refusal (SPEC 7). */
export const fetchFile = async <C extends Call>(
  call: C,
  input: InputOf<C>,
  options: CallOptions = {},
): Promise<{ blob: Blob; name: string }> => {
  const { silent, signal } = options
  const wire = wireOf(call, input as Record<string, unknown>, options)
  const answer = await send(wire, { silent, signal, responseType: 'blob' })
  const blob = answer.data as Blob
  // Some proxy's page, or nothing at all: nobody keeps it under the name of a sheet.
  if (blob.type.includes('html') || !blob.size) envelopeOf(undefined, wire.url, silent)
  if (blob.type.includes('json')) {
    const error = await refusal(blob)
    if (!silent) ui().error(sentenceOf(error))
    throw error
  }
  const header = answer.headers['content-disposition']
  return { blob, name: fileNameOf(typeof header === 'string' ? header : undefined) }
}

/** ms an image's bytes are kept for whoever looks at it; a copy of a person's paper is not left in the browser. */
const shown = 10 * 60_000

/** Shows the image of a file call above everything else (SPEC 2). */
export const showImage = async <C extends Call>(call: C, input: InputOf<C>, title: string): Promise<void> => {
  const { blob } = await fetchFile(call, input)
  const url = URL.createObjectURL(blob)
  ui().image(url, title)
  setTimeout(() => URL.revokeObjectURL(url), shown)
}

/** Saves a file to the person's disk and says so. */
export const download = async <C extends Call>(
  call: C,
  input: InputOf<C>,
  options: CallOptions = {},
): Promise<void> => {
  const { blob, name } = await fetchFile(call, input, options)
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
  if (!options.silent) ui().success(texts.downloaded)
}
