import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/**
 * A text compared and put in order by its characters. A database sorts words as its language does, and in most of them
 * no character is certain to come behind all others: the beginning of a text is then no range.
 */
export const byCharacters = (text: SQLWrapper): SQL<string> => sql`${text} collate "C"`
