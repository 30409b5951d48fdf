import { maskName, maskNumber } from '../mask.ts'

const names = /^(psn|patn|agnter|user|coner)_?name$/i
const numbers = /cert_?no|card_?(no|sn|info)|token|qr_?code|id_?no$|^tel$|_tel$|mob|addr|^hcard/i

type Reviver = (this: unknown, key: string, value: unknown, context: { source?: string }) => unknown
const json = JSON as unknown as {
  parse: (text: string, reviver: Reviver) => unknown
  rawJSON: (source: string) => unknown
}

const masked: Reviver = (key, value, { source }) => {
  if (typeof value === 'number') return numbers.test(key) ? maskNumber(String(source)) : json.rawJSON(source!)
  if (typeof value !== 'string') return value
  if (names.test(key)) return maskName(value)
  if (numbers.test(key)) return maskNumber(value)
  // Some centres put a part of the answer into a text.
  return /^\s*[[{]/.test(value) ? inner(value) : value
}

const inner = (text: string): unknown => {
  try {
    return json.parse(text, masked)
  } catch {
    return text.replace(/[0-9A-Za-z]{12,}/g, (number) => maskNumber(number))
  }
}

/**
 * A message of the centre for a person's eyes, in lines: names, certificates, cards, credentials and addresses are masked
 * (domain.md, safety notes), amounts and codes stand to the digit as they came. What is no JSON comes as it is but for long
 * numbers.
 */
export const maskedWire = (text: string): string => {
  const read = inner(text.replace(/^\uFEFF/, ''))
  return typeof read === 'string' ? read : JSON.stringify(read, null, 2)
}
