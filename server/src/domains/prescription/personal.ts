import { and, eq, or, type SQL } from 'drizzle-orm'
import type { Vault } from '../../secrets/secret.ts'
import { hashPerson } from '../card/identity.ts'
import { prescription } from './tables.ts'

/** What a prescription keeps of a person and his illness; sealed at rest. */
interface Personal {
  name: string
  certNo: string
  diagnosis: string
  /** Of a downloaded one, where the hospital gives it. */
  diagnosisCode?: string
}

/** What a prescription says of its person as a sealed text, to be kept; `openPersonal` is the way back. */
export const sealPersonal = (vault: Vault, personal: Personal): string => vault.seal(JSON.stringify(personal))

/** Empty where it was sealed with a key that is lost: a list of such rows can still be read. */
export const openPersonal = (vault: Vault, sealed: string): Personal => {
  const text = vault.opened(sealed)
  return text === undefined ? { name: '', certNo: '', diagnosis: '' } : (JSON.parse(text) as Personal)
}

/** The keyed mark that finds prescriptions of a name, blanks around it aside, without the name. */
export const markName = (vault: Vault, name: string): string => vault.mark(`rx-name:${name.trim()}`)
const markCertificate = (vault: Vault, certNo: string): string => (certNo ? vault.mark(`rx-cert:${certNo}`) : '')

/** By what a prescription's person is found again; '' where the paper does not tell. */
export const marksOf = (
  vault: Vault,
  { name, certNo, psnNo = '' }: { name: string; certNo: string; psnNo?: string },
) => ({
  psnHash: psnNo && hashPerson(vault, psnNo),
  certHash: markCertificate(vault, certNo.toUpperCase()),
  nameHash: markName(vault, name),
})

type Marks = ReturnType<typeof marksOf>

/** The surest mark both have decides; a name alone does where the paper says no more. */
export const isOf = (rx: Marks, person: Marks): boolean => {
  if (rx.psnHash) return rx.psnHash === person.psnHash
  if (rx.certHash && person.certHash) return rx.certHash === person.certHash
  return rx.nameHash === person.nameHash
}

/** SQL over prescriptions: the same as `isOf`. Of a common name a store has more than a list of them. */
export const ofPerson = ({ psnHash, certHash, nameHash }: Marks): SQL => {
  const named = eq(prescription.nameHash, nameHash)
  const byPaper = certHash ? or(eq(prescription.certHash, certHash), and(eq(prescription.certHash, ''), named)) : named
  return or(psnHash ? eq(prescription.psnHash, psnHash) : undefined, and(eq(prescription.psnHash, ''), byPaper))!
}
