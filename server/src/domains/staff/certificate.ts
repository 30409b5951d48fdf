import { validIdCard } from '@yibao/shared/id-card.ts'
import { maskNumber } from '../../base/mask.ts'
import { refuse } from '../../base/refuse.ts'
import type { Vault } from '../../secrets/secret.ts'

const identityCard = /^0?1$/

/** How a person's certificate number is kept: sealed, with a mask for lists. '' keeps nothing. */
export const sealNumber = (vault: Vault, certNo: string) => ({
  certSealed: certNo && vault.seal(certNo),
  certMask: maskNumber(certNo),
})

/** Refuses an identity number whose check character is wrong; other certificates have none. */
export const checkNumber = (certNo: string | undefined, certType = '1'): void => {
  if (certNo && identityCard.test(certType) && !validIdCard(certNo))
    refuse('input.invalid', { text: '证件号码' }, { fields: { certNo: '证件号码不正确，请核对 18 位号码' } })
}
