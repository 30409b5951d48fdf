import type { Tools } from './types.ts'

/**
 * The area that a list is narrowed to: what is done from it is done there, and not in the area somebody works in. Empty where
 * the list shows the session's.
 */
export const shownArea = ({ asked }: Pick<Tools, 'asked'>): { medicalAreaCode?: string } =>
  asked?.medicalAreaCode ? { medicalAreaCode: String(asked.medicalAreaCode) } : {}

/** yyyy-MM: a day says no month. */
const isMonth = (value: unknown): value is string => typeof value === 'string' && /^\d{4}-\d{2}$/.test(value)

/**
 * The store and the month that a list is narrowed to, as far as it is to one: a form that stands above it and asks for
 * either begins with them, for that is what the person sees.
 */
export const subjectOf = ({ asked = {} }: Pick<Tools, 'asked'>): { storeId?: string; month?: string } => {
  const { storeId, month, from, to } = asked
  const shown = isMonth(month) ? month : isMonth(from) && from === to ? from : undefined
  return { ...(typeof storeId === 'string' && storeId && { storeId }), ...(shown && { month: shown }) }
}
