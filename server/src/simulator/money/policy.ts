import type { Kind } from '../profile.ts'

/** How a purchase is paid: from the personal account only, from the outpatient pool, by chronic disease, or in full (离休). */
export type Mode = 'ACCT' | 'POOL' | 'CHRONIC' | 'SPECIAL' | 'FULL'

/** A fund's terms for one group of people (domain 4.3). Amounts in fen, ratios in ten-thousandths. */
export interface Policy {
  mode: Mode
  dedcYear: number
  ratio: number
  capYear: number
}

type Group = 'active' | 'retired' | 'resident'
type Terms = [dedcYear: number, ratio: number, capYear: number]

const terms: Record<'POOL' | 'CHRONIC' | 'SPECIAL', Record<Group, Terms>> = {
  POOL: { active: [60_000, 6000, 600_000], retired: [40_000, 7000, 800_000], resident: [10_000, 5000, 100_000] },
  CHRONIC: { active: [30_000, 8000, 500_000], retired: [20_000, 8500, 600_000], resident: [0, 6500, 300_000] },
  SPECIAL: { active: [0, 7500, 6_000_000], retired: [0, 8000, 6_000_000], resident: [0, 6000, 4_000_000] },
}

/** Shares of the funds that follow the pool, in ten-thousandths. */
export const shares = { cvlserv: 5000, large: 8500, illness: 6000, rescue: 7000 }

/** Yearly own pay (fen) above which a resident's serious-illness insurance pays. */
export const illnessThreshold = 1_500_000

const modes: Record<string, Mode> = {
  '11': 'POOL',
  '14': 'CHRONIC',
  '9901': 'CHRONIC',
  '18': 'SPECIAL',
  '9904': 'SPECIAL',
}

/** The mode of a purchase: by med_type; under 41 and 93 a prescription from outside opens the pool (domain 3.2). */
export const modeOf = (medType: string, prescribed: boolean, insutype: string): Mode => {
  if (insutype === '340') return 'FULL'
  return modes[medType] ?? (prescribed ? 'POOL' : 'ACCT')
}

/** The terms for a mode and a kind of person. */
export const policyOf = (mode: Mode, insutype: string, kind: Kind): Policy => {
  if (mode === 'ACCT') return { mode, dedcYear: 0, ratio: 0, capYear: 0 }
  if (mode === 'FULL') return { mode, dedcYear: 0, ratio: 10_000, capYear: 0 }
  const group: Group = insutype === '390' ? 'resident' : kind === 'retired' ? 'retired' : 'active'
  const [dedcYear, ratio, capYear] = terms[mode][group]
  return { mode, dedcYear, ratio, capYear }
}
