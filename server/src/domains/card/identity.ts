import type { Vault } from '../../secrets/secret.ts'
import type { CardPerson, Identity } from './types.ts'

/** Finds a person's orders without keeping his number in the clear. */
export const hashPerson = (vault: Vault, psnNo: string): string => vault.mark(`psn:${psnNo}`)

/**
 * By what a counter tells two persons of one masked name apart (ux 1.10): of this store alone, short, and no key to
 * anything that is kept. `psnHash`: of `hashPerson`.
 */
export const counterMark = (vault: Vault, storeId: string, psnHash: string): string =>
  vault.mark(`counter:${storeId}:${psnHash}`).slice(0, 12)

/** What the centre is told of a person in one insurance. */
export const identityOf = ({ credential, person, typed }: CardPerson, insutype: string): Identity | undefined => {
  const insured = person.insurances.find(({ insurance }) => insurance === insutype)
  if (!insured) return undefined
  return {
    psnNo: person.psnNo,
    credentialType: credential.type,
    credentialNo: credential.no,
    cardSn: credential.cardSerial,
    certificateType: person.certificateType,
    certificateNo: person.certificateNo,
    name: person.name,
    personType: insured.personType,
    insuredArea: insured.insuredArea,
    ...(insured.employer ? { employer: insured.employer } : {}),
    ...(typed && { typed }),
  }
}

/** Opens an order's sealed identity. Throws when it has none: a draft that was never read. */
export const openIdentity = (vault: Vault, sealed: string | null): Identity => {
  if (!sealed) throw new Error('order without an identity')
  return JSON.parse(vault.open(sealed)) as Identity
}
