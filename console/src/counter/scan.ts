import { validIdCard } from '@yibao/shared/id-card.ts'
import { traceCodeForm } from '@yibao/shared/trace-code.ts'

/** What a scanned text means at the counter (ux 2.4). */
type ScanKind = 'eVoucher' | 'torn' | 'trace' | 'barCode' | 'idCard' | 'search'

/** Longer runs of digits than any pack has are credentials, torn ones too: they stand nowhere and are not looked up (N3). */
export const credential = /^\d{21,}$/

interface ScanPattern {
  kind: ScanKind
  pattern: RegExp | string
  valid?: (text: string) => boolean
}

// Area, a birthday, a serial number and the check character: one in eleven numbers of bills ends in the right one.
const resident = /^[1-9]\d{5}(19|20)\d\d(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])\d{3}[\dX]$/

/** First match wins; an area's own rows stand before these (ux 2.4). */
const scanPatterns: readonly ScanPattern[] = [
  { kind: 'eVoucher', pattern: /^\d{28,30}$/ },
  { kind: 'torn', pattern: credential },
  { kind: 'trace', pattern: traceCodeForm },
  { kind: 'barCode', pattern: /^(\d{8}|\d{12,13})$/ },
  { kind: 'idCard', pattern: resident, valid: validIdCard },
]

/** Full-width letters, digits and signs of an IME as their ASCII ones. */
export const narrow = (text: string): string =>
  text.replace(/[！-～]/g, (c) => String.fromCharCode(c.charCodeAt(0) - 0xfee0))

/** The same in upper case and without spaces. */
export const fold = (text: string): string =>
  narrow(text)
    .replace(/[\s　]/g, '')
    .toUpperCase()

/** What `text` is, by an area's `own` patterns first; everything that none knows is a search. */
export const classify = (text: string, own: readonly ScanPattern[] = []): ScanKind =>
  [...own, ...scanPatterns].find(({ pattern, valid }) => new RegExp(pattern).test(text) && (valid?.(text) ?? true))
    ?.kind ?? 'search'

/** The number of a person's identity card, be its check character right or mistyped: neither is looked up (N3). */
export const identityNumber = (text: string): boolean => resident.test(text)

/**
 * `3*` before a scan or a search is its quantity: '3*6901' → 3 and 6901 (ux 1.1). A number that is none, as '-1*6901', is
 * refused as a quantity: taken for a name it would be said not to be in the catalogue.
 */
export const splitQuantity = (text: string): { quantity: string | undefined; rest: string } => {
  const match = /^(-?\d{1,5}(?:\.\d{0,8})?)[*×](.*)$/.exec(text)
  return match ? { quantity: match[1], rest: match[2]! } : { quantity: undefined, rest: text }
}

export interface KeyStroke {
  /** event.code: what the key is, whatever an IME makes of it. */
  code: string
  shift?: boolean
  ctrl?: boolean
  alt?: boolean
  repeat?: boolean
  /** Milliseconds of the injected clock. */
  at: number
}

const burstGap = 30
const endGap = 60
const shortest = 6
// A second suffix (CR LF), or one that a radio brings late: nothing comes in between, and a hand is not back that soon.
const tail = 200
// A hand rolls two or three keys within 30 ms, never four: from here on the keys are kept from the focused field.
const surely = 4

/** The character a key code stands for on a scanner (US layout); undefined for keys that write nothing. */
export const characterOf = ({ code, shift }: Pick<KeyStroke, 'code' | 'shift'>): string | undefined => {
  const digit = /^(?:Digit|Numpad)(\d)$/.exec(code)?.[1]
  if (digit) return shift && code.startsWith('Digit') ? undefined : digit
  const letter = /^Key([A-Z])$/.exec(code)?.[1]
  if (letter) return letter
  return { Minus: shift ? '_' : '-', Slash: '/', Period: '.', Semicolon: shift ? ':' : ';' }[code]
}

/** Enter or Tab, and what a scanner's line feed and carriage return are where it writes them as Ctrl+J and Ctrl+M. */
const ends = ({ code, ctrl }: KeyStroke): boolean =>
  ctrl ? code === 'KeyJ' || code === 'KeyM' : code === 'Enter' || code === 'NumpadEnter' || code === 'Tab'

type Verdict =
  | { do: 'pass' }
  /** Keep the key from the page. */
  | { do: 'swallow' }
  /** Keep the key; a scan is complete. What leaked into the focused field must be taken back. */
  | { do: 'scan'; text: string }

/**
 * Tells a scanner from a hand: keys at most 30 ms apart, ended by Enter, Tab or 60 ms of silence (ux 2.4). A second
 * suffix is the scanner's as well: it would press whatever has the focus (N5).
 * Never fed from a password box. For every keydown call `silence`, then `key`; call `silence` 60 ms after the last one.
 */
export const scanDetector = () => {
  let text = ''
  let last = Number.NEGATIVE_INFINITY
  let ended = Number.NEGATIVE_INFINITY
  const take = (at: number) => {
    const whole = text
    text = ''
    if (whole.length >= shortest) ended = at
    return whole
  }
  return {
    key(stroke: KeyStroke): Verdict {
      const gap = stroke.at - last
      if (stroke.repeat || stroke.alt) return { do: 'pass' }
      if (ends(stroke)) {
        if (gap <= endGap && text.length >= shortest) return { do: 'scan', text: take(stroke.at) }
        return text === '' && stroke.at - ended <= tail ? { do: 'swallow' } : { do: 'pass' }
      }
      if (stroke.ctrl) return { do: 'pass' }
      // Shift goes down before a capital letter and belongs to the burst.
      if (stroke.code.startsWith('Shift')) return { do: 'pass' }
      ended = Number.NEGATIVE_INFINITY
      const character = characterOf(stroke)
      if (character === undefined) {
        text = ''
        return { do: 'pass' }
      }
      // A burst that is surely a scanner may stutter: what was kept back is never lost in the middle.
      text = gap <= (text.length >= surely ? endGap : burstGap) ? text + character : character
      last = stroke.at
      return text.length >= surely ? { do: 'swallow' } : { do: 'pass' }
    },
    /** After 60 ms without a key: the scan that ended without a suffix, or the fast typing that was kept back. */
    silence(at: number): { scan: string } | { typed: string } | undefined {
      if (at - last < endGap || text === '') return undefined
      const whole = take(at)
      if (whole.length >= shortest) return { scan: whole }
      return whole.length >= surely ? { typed: whole.slice(surely - 1) } : undefined
    },
    /** Characters of the running burst, for the owner of the leaked-text snapshot. */
    get length() {
      return text.length
    },
  }
}

/** Remembers the last e-voucher that was read: the same code within 3 s is one reading (ux 1.1). */
export const recentCodes = (within = 3000) => {
  let last = ''
  let at = Number.NEGATIVE_INFINITY
  return {
    has: (code: string, now: number): boolean => code === last && now - at < within,
    add: (code: string, now: number): void => {
      last = code
      at = now
    },
  }
}
