import type { Vault } from '../../secret.ts'

/** What a filing keeps of the person for the centre. */
export interface Personal {
  psnNo: string
  insurances: { insutype: string; insuredArea: string }[]
  tel: string
  address: string
}

export const sealPersonal = (vault: Vault, personal: Personal): string => vault.seal(JSON.stringify(personal))
export const openPersonal = (vault: Vault, sealed: string): Personal => JSON.parse(vault.open(sealed)) as Personal
