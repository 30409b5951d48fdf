import type { Effect } from '../store/people.ts'
import type { Mode } from './policy.ts'
import type { Split } from './split.ts'

/** Whose purchase it was, and when (ym = yyyyMM). */
interface Booking {
  psnNo: string
  insutype: string
  medType: string
  mode: Mode
  ym: string
  /** dise_codg of a chronic purchase; '' without one. */
  disease: string
  family?: string
}

// Codes that begin with _ are the centre's own counters; the others are those of 5206 (domain 2.13).
const sums = (split: Split, { insutype, medType, mode, disease }: Booking): Record<string, number> => ({
  [`_Q_${mode}`]: split.dedc,
  [`_D_${mode}`]: split.hifp,
  _OWN: mode === 'ACCT' ? 0 : split.inscp - split.fund,
  [`C0000_BIZ${medType}`]: 100,
  [`F0000_BIZ${medType}`]: split.medfee,
  [`S0000_BIZ${medType}`]: split.inscp,
  [insutype !== '390' ? 'D310101' : mode === 'POOL' ? 'D390102' : 'D390101']: split.hifp,
  ...(mode === 'CHRONIC' && disease
    ? { [`${insutype === '390' ? 'D390101' : 'D310101'}_BIZ${medType}_ILL${disease}`]: split.hifp }
    : {}),
  D320101: split.cvlserv,
  D330101: split.hifob,
  D340101: split.oth,
  D390201: split.hifmi,
  D610101: split.maf,
  D310201: split.acct,
})

/** What a settlement does to balances and sums. Applied once when it is booked, taken back when it is reversed or undone. */
export const effectOf = (split: Split, booking: Booking): Effect => {
  const { psnNo, insutype, ym, family } = booking
  const accounts = [{ psnNo, insutype, change: split.mulaid - split.acct }]
  if (family && split.mulaid > 0) accounts.push({ psnNo: family, insutype: '310', change: -split.mulaid })
  return {
    accounts: accounts.filter((one) => one.change !== 0),
    sums: Object.entries(sums(split, booking))
      .filter(([, change]) => change !== 0)
      .map(([code, change]) => ({ psnNo, insutype, ym, code, change })),
  }
}
