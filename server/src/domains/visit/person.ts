import type { Vault } from '../../secrets/secret.ts'
import type { Identity } from '../card/types.ts'

/** Whom a visit is of, as far as ending it needs. */
type VisitPerson = Pick<Identity, 'psnNo' | 'insuredArea'>

/** The number and the insured area of a visit's person as a sealed text; nothing else of him is kept. */
export const sealPerson = (vault: Vault, { psnNo, insuredArea }: VisitPerson): string =>
  vault.seal(JSON.stringify({ psnNo, insuredArea }))

/** undefined where a lost key sealed it: nobody can name him to the centre any more. */
export const openPerson = (vault: Vault, sealed: string): VisitPerson | undefined => {
  const text = vault.opened(sealed)
  return text === undefined ? undefined : (JSON.parse(text) as VisitPerson)
}
