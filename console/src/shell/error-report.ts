import { errorLog } from '@yibao/shared/calls/auth.ts'
import { CallError, callServer } from '../api/index.ts'
import { currentPath } from '../state/place.ts'
import { readToken } from '../state/session.ts'
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

/** A chunk that could not be fetched: an older build's, or the line was cut. Each browser has its own words. */
export const isMissingPart = ({ message }: Error): boolean =>
  /dynamically imported module|Importing a module script failed|Unable to preload CSS/i.test(message)

/**
 * Tells the server of a fault of ours, without what the page showed (SPEC 9: the error log). false: nobody is signed in,
 * and what the server answers then would be read as a login that has expired.
 */
export const tellFault = (error: Error, page: string): boolean => {
  if (!readToken()) return false
  const entry = isMissingPart(error) ? undefined : report(error, page)
  if (entry) void callServer(errorLog.add, entry, { silent: true }).catch(() => undefined)
  return true
}

// By its stack: an ERP's script or an extension in our window is not ours. Of a refused call the person was told.
const isOurs = (fault: unknown): fault is Error =>
  fault instanceof Error &&
  !(fault instanceof CallError) &&
  fault.name !== 'AbortError' &&
  (fault.stack ?? '').includes(new URL('assets/', document.baseURI).href)

/** Tells of faults that no boundary meets: in handlers, in promises nobody waits for, in the frame around the pages. */
export const followFaults = (): void => {
  const tell = (fault: unknown) => isOurs(fault) && tellFault(fault, currentPath())
  addEventListener('error', ({ error }) => tell(error))
  addEventListener('unhandledrejection', ({ reason }) => tell(reason))
}
