/**
 * Amounts of a refund in our sign: some areas list one with positive amounts (domain.md 2.5). Turned when the total is
 * positive; what is absent stays so.
 */
export const asRefund = <T extends { total?: number | undefined }>(amounts: T): T => {
  if ((amounts.total ?? 0) <= 0) return amounts
  const turned = Object.entries(amounts).map(([name, value]) => [name, typeof value === 'number' ? 0 - value : value])
  return Object.fromEntries(turned) as T
}
