/** Pattern of a text anywhere inside another, its own wildcards taken literally. */
export const like = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`
