import * as z from 'zod/mini'

/** How a gateway stands, asked over its local administration route before and after a switch. */
export const probeReport = z.object({
  version: z.string(),
  pairing: z.string(),
  /** false: its policy file is there and does not load */
  policy: z.boolean(),
  desk: z.string(),
  drivers: z.array(z.object({ id: z.string(), state: z.string() })),
  /** false: a page could not be made, kept and read back */
  print: z.boolean(),
})
export type ProbeReport = z.infer<typeof probeReport>

const well = ['ready', 'starting']

/**
 * What is worse than before, or undefined. A driver that worked must work; one that was broken may stay so. Without a
 * desk before (nobody was signed on) nobody can say anything of its drivers.
 */
export const worseThan = (before: ProbeReport | undefined, now: ProbeReport): string | undefined => {
  if (!now.policy || (before?.pairing === 'enrolled' && now.pairing !== 'enrolled')) return 'POLICY'
  if (!now.print) return 'PRINT'
  if (before?.desk !== 'ready') return undefined
  if (now.desk !== 'ready') return 'DESK'
  const lost = before.drivers.find(({ id, state }) => {
    const same = now.drivers.find((one) => one.id === id)
    return well.includes(state) && !well.includes(same?.state ?? '')
  })
  return lost && `DRIVER ${lost.id}`
}
