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

const lost = {
  what: '这张订单的参保人信息',
  instead: '更换数据密钥以前的订单不能在系统里撤销、冲正、核实或补打，请在医保中心网站办理',
}

/**
 * Opens an order's sealed identity. Throws when it has none: a draft that was never read. Refuses (data.key) one that was
 * sealed with a key that is lost.
 */
export const openIdentity = (vault: Vault, sealed: string | null): Identity => {
  if (!sealed) throw new Error('order without an identity')
  return JSON.parse(vault.open(sealed, lost)) as Identity
}

/** The same for what can be done without the person: undefined where nobody can tell any more who it was. */
export const knownIdentity = (vault: Vault, sealed: string | null): Identity | undefined => {
  const text = sealed ? vault.opened(sealed) : undefined
  return text === undefined ? undefined : (JSON.parse(text) as Identity)
}
