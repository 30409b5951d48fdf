// Answers of the centre as trees whose numbers stay the exact text that was sent: no value passes through a float.

export type Json = string | boolean | null | Json[] | JsonObject
export interface JsonObject {
  [name: string]: Json
}

const keepNumberText = (_key: string, value: unknown, context?: { source?: string }): unknown =>
  typeof value === 'number' ? (context?.source ?? String(value)) : value

/** Parses JSON text; every number becomes its source text ("12.30" stays "12.30"). Throws SyntaxError. */
export const parseExact = (text: string): Json => JSON.parse(text, keepNumberText) as Json

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
