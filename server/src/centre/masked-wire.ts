import { maskName, maskNumber, withoutNumbers } from '../base/mask.ts'

const names = /^(psn|patn|agnter|user|coner)_?name$/i
const numbers = /cert_?no|card_?(no|sn|info)|token|qr_?code|id_?no$|^tel$|_tel$|mob|addr|^hcard/i

/** Who somebody is to those who know him: his number with the insurance, his birthday, his employer. */
const known = /^psn_?no$|^brdy$|^emp_?(name|no)$/i
/** What a centre says in words, which may quote a number of somebody. */
const said = /^(err|warn|inf|info)_?msg$|^message$|^memo$/i

type Reviver = (this: unknown, key: string, value: unknown, context: { source?: string }) => unknown
const json = JSON as unknown as {
  parse: (text: string, reviver: Reviver) => unknown
  rawJSON: (source: string) => unknown
}

interface Eyes {
  /** Whether nothing of a member is shown, beside what nobody sees whole. */
  hides: (key: string) => boolean
  /** What is shown of a text that looks like JSON and is none. */
  broken: (text: string) => string
  /** What is shown of words. */
  words: (text: string) => string
}

/** It begins like it; whether it ends is another matter. */
const isJson = (text: string): boolean => /^\s*(\{\s*["}]|\[\s*(["{[\]]|-?[\d.]+\s*(,|\]\s*$)))/.test(text)

const digits = (text: string): string => text.replace(/[0-9A-Za-z]{12,}/g, (number) => maskNumber(number))

const maskedFor = ({ hides, broken, words }: Eyes) => {
  const masked: Reviver = (key, value, { source }) => {
    if ((typeof value === 'number' || value) && hides(key)) return '***'
    if (typeof value === 'number') return numbers.test(key) ? maskNumber(String(source)) : json.rawJSON(source!)
    if (typeof value !== 'string') return value
    if (names.test(key)) return maskName(value)
    if (numbers.test(key)) return maskNumber(value)
    if (said.test(key) && !isJson(value)) return words(value)
    // Some centres put a part of the answer into a text.
    return isJson(value) ? inner(value) : value
  }
  const inner = (text: string): unknown => {
    try {
      return json.parse(text, masked)
    } catch {
      return isJson(text) ? broken(text) : words(digits(text))
    }
  }
  return (text: string): string => {
    const read = inner(text.replace(/^\uFEFF/, ''))
    return typeof read === 'string' ? read : JSON.stringify(read, null, 2)
  }
}

/**
 * A message of the centre for a person's eyes, in lines: names, certificates, cards, credentials and addresses are masked
 * (domain.md, safety notes), amounts and codes stand to the digit as they came. What is no JSON comes as it is but for long
 * numbers.
 */
export const maskedWire = maskedFor({ hides: () => false, broken: digits, words: (text) => text })

/**
 * The same for people outside: nothing in it tells whose it is. Of a message that does not end nobody can say what is a name
 * in it: its length is told, and nothing else.
 */
export const maskedAway = maskedFor({
  hides: (key) => known.test(key),
  words: withoutNumbers,
  broken: (text) => `（${text.length} 字，不是完整的 JSON，个人信息无法遮盖，没有导出）`,
})
