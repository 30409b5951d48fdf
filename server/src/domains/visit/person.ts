import type { Vault } from '../../secrets/secret.ts'
import type { Identity } from '../card/types.ts'

/** Whom a visit is of, as far as ending it needs. */
type VisitPerson = Pick<Identity, 'psnNo' | 'insuredArea'>

export const sealPerson = (vault: Vault, { psnNo, insuredArea }: VisitPerson): string =>
  vault.seal(JSON.stringify({ psnNo, insuredArea }))

export const openPerson = (vault: Vault, sealed: string): VisitPerson => JSON.parse(vault.open(sealed)) as VisitPerson
