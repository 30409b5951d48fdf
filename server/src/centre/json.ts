// Answers of the centre as trees whose numbers stay the exact text that was sent: no value passes through a float.

export type Json = string | boolean | null | Json[] | JsonObject
export interface JsonObject {
  [name: string]: Json
}

const keepNumberText = (_key: string, value: unknown, context?: { source?: string }): unknown =>
  typeof value === 'number' ? (context?.source ?? String(value)) : value

/** Parses JSON text; every number becomes its source text ("12.30" stays "12.30"). Throws SyntaxError. */
export const parseExact = (text: string): Json => JSON.parse(text, keepNumberText) as Json

/** A record: no list, no null. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A JSON value that some centres send as a JSON string: parsed once more when it is one, left alone when it is not. */
export const unwrapText = (value: Json | undefined): Json | undefined => {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value
  try {
    return parseExact(value)
  } catch {
    return value
  }
}

const token = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:]|[^\s{}[\]:,"]+/g

/**
 * Whether the object that a JSON text holds, itself and not one within it, gives a member two values: a parser takes the
 * last. A number and its text are the same.
 */
export const contradicts = (text: string, name: string): boolean => {
  // Nearly every text names it once, wherever.
  if (text.indexOf(name) === text.lastIndexOf(name)) return false
  const values = new Set<string>()
  let [depth, last, named] = [0, '', false]
  for (const [part] of text.matchAll(token)) {
    if (named) values.add(part.replaceAll('"', ''))
    named = part === ':' && depth === 1 && last === `"${name}"`
    if (part === '{' || part === '[') depth += 1
    else if (part === '}' || part === ']') depth -= 1
    last = part
  }
  return values.size > 1
}
