import { refuse } from '../../../base/refuse.ts'
import type { Settlement } from '../../../centre/operations/settlement.ts'
import { type QueriedSettlement, queryLines } from '../../../centre/operations/settlement-query.ts'
import { settlementOf } from '../../../centre/operations/visit-settlement.ts'
import { runAsSystem } from '../../attendance/ask.ts'
import type { Identity } from '../../card/types.ts'
import { settingsOf } from '../../organisation/settings.ts'
import { findAround } from '../../settlement/recover/lookup.ts'
import { ownerOf } from '../classify/owner.ts'
import { type Case, personIn, type Repair } from './repair.ts'

/** A person of whom only the number is known. */
export const nobody = {
  credentialType: '',
  credentialNo: '',
  certificateType: '',
  certificateNo: '',
  name: '',
  personType: '',
}

/** What the look-up asks for: only number and area are used; the statement knows no more of a stranger. */
export const identityIn = (repair: Repair<Case>): Identity => ({ ...nobody, ...personIn(repair) })

const byLookUp = async (repair: Repair<Case>): Promise<QueriedSettlement | undefined> => {
  const { deps, storeRow, difference, order } = repair
  const { medicalTypes } = await settingsOf(deps.db, storeRow.areaCode)
  const at = difference.at ?? new Date(`${difference.day}T12:00:00+08:00`)
  for (const medicalType of order ? [order.medicalType] : medicalTypes) {
    const wanted = ({ medinsSetlId }: QueriedSettlement) => medinsSetlId === difference.msgid
    const ours = await findAround(deps, storeRow, identityIn(repair), { at, medicalType, wanted })
    // Whether it was taken back is not known: it is neither booked nor undone by half an answer.
    if (ours && ours.refunded === undefined) return refuse('centre.down')
    if (ours) return { ...ours, refunded: ours.refunded ?? false }
  }
  return undefined
}

/**
 * The same bytes again, where the area answers a repeat with the first answer. Only for a message that the statement
 * shows as booked: the repeat cannot book anything new.
 */
const byRepeat = async ({ deps, storeRow, difference }: Repair<Case>): Promise<Settlement | undefined> => {
  const owner = await ownerOf(deps.db, storeRow.id, { msgid: difference.msgid, refunded: false })
  if (!owner?.intent) return undefined
  const client = deps.services.centre.of(storeRow.areaCode)
  const { infno, payload } = owner.intent
  const body = deps.services.vault.open(payload)
  // Of a bill that was bound to a stranger's settlement: this store sent nothing.
  if (!body) return undefined
  const answer = client.readAnswer(settlementOf(infno), await client.send(body, infno, { timeoutMs: 20_000 }))
  return answer.kind === 'booked' ? answer.value : undefined
}

/** The centre's settlement of a row that its file gives without a number. Refuses when the area has no way to find it. */
export const settlementIn = async (
  repair: Repair<Case>,
): Promise<Settlement & { refunded?: boolean; name?: string }> => {
  const { lookup, repeatMsgid } = repair.deps.services.centre.of(repair.storeRow.areaCode).profile
  const found = lookup ? await byLookUp(repair) : repeatMsgid ? await byRepeat(repair) : undefined
  return found ?? refuse('recon.state', { text: '医保中心没有查到这笔结算的明细，未处理' })
}

/** The lines of a settlement that was found (5204); undefined when the centre gives no readable answer. */
export const linesIn = async (repair: Repair<Case>, { mdtrtId, setlId }: Pick<Settlement, 'mdtrtId' | 'setlId'>) => {
  const { psnNo, insuredArea } = personIn(repair)
  const waiting = { timeoutMs: 20_000, insuredArea }
  const answer = await runAsSystem(repair.deps, repair.storeRow, queryLines, { psnNo, mdtrtId, setlId }, waiting)
  return answer.kind === 'booked' ? answer.value : undefined
}
