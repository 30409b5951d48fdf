import { version } from '../state/version.ts'

const perMinute = 20
let sent: number[] = []

// Anything that could be a person's number or a token is cut out before it leaves the browser.
const redact = (text: string) =>
  text.replace(/\d{15,}[\dXx]?/g, '[number]').replace(/(bearer\s+|token=)[\w.~+/-]+/gi, '$1[token]')

// Half of a character would be refused, and the report lost.
const cut = (text: string, most: number) => text.slice(0, most).replace(/\p{Surrogate}/gu, '')

/** An entry for ErrorLog/Add, or undefined beyond 20 a minute (DESIGN 5). */
export const report = (error: Error, page: string, now = Date.now()) => {
  sent = sent.filter((at) => now - at < 60_000)
  if (sent.length >= perMinute) return
  sent.push(now)
  return {
    message: cut(redact(error.message), 2000),
    page: cut(page, 200),
    detail: { stack: cut(redact(error.stack ?? ''), 4000), version },
  }
}
