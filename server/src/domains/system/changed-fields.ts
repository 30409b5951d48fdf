type Values = Record<string, unknown>

const personal = new Set(['mobilePhone', 'email'])

/** Personal numbers are kept so that a change can be told, not read. */
const shown = (key: string, value: unknown) =>
  personal.has(key) && typeof value === 'string' ? `${value.slice(0, 3)}****${value.slice(-2)}` : (value ?? null)

/** What differs, for the operation log: {before, after} with the changed fields only. */
export const changesOf = (before: Values, after: Values): { before: Values; after: Values } => {
  const changed = Object.keys(after).filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]))
  const part = (values: Values) => Object.fromEntries(changed.map((key) => [key, shown(key, values[key])]))
  return { before: part(before), after: part(after) }
}
