interface Item {
  value: unknown
  children?: Item[]
}

/** Values of a column's filters and of those below them: a table asks for them before its filter panel is there. */
export const flattenKeys = (filters: Item[] | undefined): unknown[] =>
  (filters ?? []).flatMap(({ value, children }) => [value, ...flattenKeys(children)])
