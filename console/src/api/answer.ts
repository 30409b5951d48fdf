import { type Envelope, messageOf } from '@yibao/shared/envelope.ts'
import { CODE_BUSY, CODE_CENTRE_REFUSED } from '@yibao/shared/errors/wire.ts'
import { CallError, sentenceOf } from './error.ts'
import { texts } from './texts.ts'
import { type CentreWords, ui } from './ui.ts'

/** Whether a body is SPEC 3's envelope rather than some proxy's page. */
export const isEnvelope = (body: unknown): body is Envelope =>
  typeof body === 'object' && body !== null && 'success' in body && typeof body.success === 'boolean'

/** The envelope of an answer; some proxy's page instead of one is told (unless silent) and thrown. */
export const envelopeOf = (body: unknown, url: string, silent = false): Envelope => {
  if (isEnvelope(body)) return body
  const error = new CallError(texts.unreachable(url), { code: 'network', cut: true })
  if (!silent) ui().error(error.message)
  throw error
}

/** The refusal of an envelope as an error, with the prefix that SPEC 8 gives to 302002. */
export const refusalOf = (answer: Envelope): CallError => {
  const { resultNotice, error, statusCode, resultExtendInfo } = answer
  const code = resultNotice?.messageCode ?? ''
  const text = messageOf(answer)
  return new CallError(code === CODE_CENTRE_REFUSED ? `【${CODE_CENTRE_REFUSED}】${text}` : text, {
    code,
    tips: resultNotice?.tips ?? '',
    statusCode,
    fields: error?.fields,
    extend: resultExtendInfo,
  })
}

/** The centre's words; none where the server says itself what to do: its advice is about this very case. */
const centreWordsOf = ({ code, tips, extend }: CallError, answer: Envelope): CentreWords | undefined => {
  if (code !== CODE_CENTRE_REFUSED || tips) return
  const { centreText, infno } = extend ?? {}
  return {
    words: typeof centreText === 'string' && centreText ? centreText : messageOf(answer),
    ...(typeof infno === 'string' && { infno }),
  }
}

/**
 * Shows a refusal as SPEC 8 says: the two known codes by toast, a detailed one by the message box, else a toast. What the
 * centre refused the hint library may know.
 */
const showRefusal = (answer: Envelope, refusal: CallError): void => {
  const known = refusal.code === CODE_BUSY || refusal.code === CODE_CENTRE_REFUSED
  if (!known && refusal.code && answer.resultExtendInfo)
    void ui().box({ notice: refusal.message, info: detailOf(answer), code: refusal.code })
  else ui().error(sentenceOf(refusal), centreWordsOf(refusal, answer))
}

const detailOf = ({ resultNotice, resultExtendInfo }: Envelope): string =>
  [
    resultNotice?.tips,
    resultNotice?.description,
    ...Object.entries(resultExtendInfo ?? {}).flatMap(([name, value]) =>
      // The key of the refusal is for programs.
      typeof value === 'string' && name !== 'key' ? [value] : [],
    ),
  ]
    .filter(Boolean)
    .join('\n')

/** The value of an answer; a refusal is shown (unless silent) and thrown. */
export const unwrap = (answer: Envelope, { silent = false }: { silent?: boolean } = {}): unknown => {
  if (answer.success) {
    if (answer.resultNotice?.description && !silent) ui().success(answer.resultNotice.description)
    return answer.result
  }
  const refusal = refusalOf(answer)
  if (!silent) showRefusal(answer, refusal)
  throw refusal
}
