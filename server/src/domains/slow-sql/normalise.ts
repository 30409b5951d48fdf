import { sha256hex } from '../../base/hash.ts'

/** Numbers of more digits may be somebody's; shorter ones are part of the statement: limit 10, numeric(16,2). */
const plainDigits = 4

const token =
  /--[^\n]*|\/\*[\s\S]*?\*\/|(\$\w*\$)[\s\S]*?\1|"(?:[^"]|"")*"|\b(interval|date|timestamptz?|time|jsonb?)\s+(?='(?:[^']|'')*')|[eE]'(?:[^'\\]|\\.|'')*'|'(?:[^']|'')*'|\$\d+|[A-Za-z_][\w$]*|\d+(?:\.\d+)?|\s+|[\s\S]/g

/** A statement as it may be kept: one line, its literals become further placeholders, and a list of many is one of one. */
interface Normal {
  digest: string
  text: string
  /** Tables it reads or writes, without names it gives itself. */
  tables: string[]
}

/** Lists whose length depends on how many rows somebody asked for: in ($1, $2, $3), values ($1, $2), ($3, $4). */
const shortened = (text: string): string =>
  text
    .replace(/\bin \((\$\d+(?:::[\w"[\] ]+)?)(?:, \$\d+(?:::[\w"[\] ]+)?)+\)/gi, 'in ($1)')
    .replace(/(\bvalues \((?:[^()]|\([^()]*\))*\))(?:, \((?:[^()]|\([^()]*\))*\))+/gi, '$1')

const masked = (sql: string): string => {
  const found = [...sql.matchAll(token)]
  let next = Math.max(0, ...found.map(([part]) => (/^\$\d+$/.test(part) ? Number(part.slice(1)) : 0)))
  let typed = ''
  const parts: string[] = []
  for (const [part, , type] of found) {
    if (type) typed = type
    else if (part.startsWith('--') || part.startsWith('/*') || /^\s+$/.test(part)) parts.push(' ')
    else if (/^(?:[eE]?'|\$\w*\$)/.test(part) || (/^\d/.test(part) && part.length > plainDigits)) {
      parts.push(`$${++next}${typed && `::${typed}`}`)
      typed = ''
    } else parts.push(part)
  }
  return parts.join('').replace(/ {2,}/g, ' ').trim()
}

/** Placeholders from 1 in the order in which they come: of a statement about one row as of one about fifty. */
const renumbered = (text: string): string => {
  const numbers = new Map<string, string>()
  return text.replace(/"(?:[^"]|"")*"|\$\d+/g, (one) => {
    if (one.startsWith('"')) return one
    const number = numbers.get(one) ?? `$${numbers.size + 1}`
    numbers.set(one, number)
    return number
  })
}

const named = /\b(?:from|join|into|update)\s+(?:only\s+|lateral\s+)?(?:"?public"?\.)?"?([a-z_]\w*)\b"?(?!\s*\()/gi
/** A from that names no table. */
const otherFrom = /\b(?:extract|trim|substring|overlay)\s*\([^()]*?\bfrom\b|\bdistinct\s+from\b/gi
const given =
  /(?:\bwith\s+(?:recursive\s+)?|,\s*)"?([a-z_]\w*)"?\s*(?:\([^()]*\)\s*)?as\s+(?:not\s+)?(?:materialized\s+)?\(/gi
const words = new Set(['select', 'lateral', 'unnest', 'set', 'of'])

const tablesOf = (text: string): string[] => {
  const own = new Set([...text.matchAll(given)].map(([, name]) => name!.toLowerCase()))
  const found = [...text.replace(otherFrom, ' ').matchAll(named)].map(([, name]) => name!.toLowerCase())
  return [...new Set(found)].filter((name) => !own.has(name) && !words.has(name)).sort()
}

/** Characters of a statement that are kept; what is longer has its end cut off and is not explained. */
export const longest = 20_000

/** What is kept of a statement: never a value, for those stand beside it, and never a literal of its text. */
export const normalise = (sql: string): Normal => {
  // Masked first and cut then: half a literal would be none.
  const text = renumbered(shortened(masked(sql)))
  const digest = sha256hex(text).slice(0, 16)
  return { digest, text: text.slice(0, longest), tables: tablesOf(text) }
}
