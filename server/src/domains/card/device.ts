import { refuse } from '../../base/refuse.ts'

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Refuses with what a device said of itself, as the agent or the console tells it; `otherwise` where it says nothing. */
export const refuseDevice = (result: Record<string, unknown>, otherwise: string): never =>
  refuse(
    'device.failed',
    { text: text(result.message) || otherwise, tips: text(result.hint) },
    { extend: { code: text(result.code) } },
  )
