/** A copy of an object without some of its keys. */
export const omit = <T extends object, K extends keyof T>(from: T, ...keys: readonly K[]): Omit<T, K> => {
  const rest = { ...from }
  for (const key of keys) delete rest[key]
  return rest
}
