/** A text in a pattern: its own wildcards are letters. */
export const literal = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

/** Pattern of a text anywhere inside another. */
export const like = (text: string): string => `%${literal(text)}%`
