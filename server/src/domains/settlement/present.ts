import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import { refuseDevice } from '../card/device.ts'
import { openIdentity } from '../card/identity.ts'
import { presentedNumber } from '../card/read.ts'
import type { CardPerson, Identity } from '../card/types.ts'
import type { OrderRow } from '../order/view.ts'
import { storeOf } from '../organisation/store.ts'

/** Whether a reading is of this card's person: by his number, or by the card's own where the reader tells no other. */
const isHis = (result: Record<string, unknown>, { certificateNo, credentialNo }: Identity): boolean => {
  const number = numberOf(result)
  if (number) return number === certificateNo.toUpperCase()
  const { cardNo } = (result.card ?? {}) as { cardNo?: string }
  return Boolean(cardNo) && cardNo!.trim() === credentialNo.split('|')[0]
}

/** The number of whose card it is; readers write the last letter of one as they like. */
const numberOf = (result: Record<string, unknown>): string | undefined => {
  for (const part of [result.card, result.idCard, result.eVoucher]) {
    const { certNo, idNo } = (part ?? {}) as { certNo?: string; idNo?: string }
    const number = certNo || idNo
    if (number) return number.trim().toUpperCase()
  }
  return undefined
}

// mdtrt_cert_type of what can be read twice: an e-voucher and an electronic card are single-use, their token proves the
// person and cannot be shown again.
const media: Record<string, CardPerson['medium']> = { '02': 'idCard', '03': 'socialCard' }

/** What the card is read once more for. */
const reasons = {
  settle: { title: '结算前再次读卡', other: 'card.changed' },
  reversal: { title: '撤销前再次读卡', other: 'card.other' },
} as const

/**
 * Where the area re-reads: the card in the reader must be the order's person's (M17, T05). `medium`: he shows something else
 * than he paid by, whose number is compared.
 */
export const samePersonPresented = async (
  c: Context,
  row: OrderRow,
  before: keyof typeof reasons = 'settle',
  shows?: CardPerson['medium'],
): Promise<void> => {
  const { title, other } = reasons[before]
  const identity = openIdentity(c.services.vault, row.identity)
  const medium = media[identity.credentialType]
  // A typed number was no card, which could have been taken out or changed, and typed again it would prove nothing more.
  if (identity.typed || !medium) return
  // Of a settlement that only the centre had no card was ever read.
  if (!identity.certificateNo && !identity.credentialNo) return
  if (shows && shows !== medium) {
    if (!identity.certificateNo) refuse('card.only')
    const number = await presentedNumber(c, await storeOf(c.deps, row.storeId), shows, title)
    if (!number) refuse('card.numberless')
    if (number !== identity.certificateNo.toUpperCase()) refuse(other)
    return
  }
  const answer = await c.asking.device({ action: 'card.read', title, args: { medium } })
  if (!answer.ok) return refuseDevice(answer.result, '没有读到卡')
  if (!isHis(answer.result, identity)) refuse(other)
}
