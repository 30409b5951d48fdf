import { isHerb } from '@yibao/shared/herbs.ts'
import { sum, unscaled } from '@yibao/shared/money.ts'
import { formatDay } from '@yibao/shared/time.ts'
import { newId } from '../../../base/ids.ts'
import { maskName } from '../../../base/mask.ts'
import { refuse } from '../../../base/refuse.ts'
import type { Settlement } from '../../../centre/operations/settlement.ts'
import { hashPerson } from '../../card/identity.ts'
import { outFlagOf } from '../../card/out-flag.ts'
import { move } from '../../order/states.ts'
import { order } from '../../order/tables.ts'
import type { Line, OrderFlag } from '../../order/types.ts'
import { areaName } from '../../organisation/districts.ts'
import { labelOf } from '../../organisation/labels.ts'
import { bookedColumns } from '../../settlement/book.ts'
import { countedNow } from '../../settlement/counted.ts'
import { likeSale, suspectedColumns } from '../../settlement/duplicates.ts'
import { newOrderNo } from '../../settlement/presettle.ts'
import { boundsOf, nearestIn } from '../groups/keys.ts'
import { linesIn } from '../repair/find-settlement.ts'
import { type Case, personIn, type Repair, type Repaired } from '../repair/repair.ts'
import { beforeOf } from '../repair/restore.ts'

const linesAt = async (repair: Repair<Case>, s: Settlement) => {
  const found = await linesIn(repair, s)
  if (!found) return refuse('recon.state', { text: '医保中心没有答复费用明细，没有补录' })
  const lines = found.map(
    (line, index): Line => ({
      no: index + 1,
      ownCode: line.itemCode,
      nationalCode: line.nationalCode,
      name: line.itemName,
      spec: line.spec ?? '',
      producer: '',
      unit: '',
      quantity: unscaled(line.quantity, 4),
      price: unscaled(line.price, 6),
      amount: line.amount,
      prescription: false,
      traceCodes: [],
      ...(line.dosage && { dosage: line.dosage }),
      mapped: true,
    }),
  )
  return { lines, herbsUse: found.find(({ herbsUse, nationalCode }) => herbsUse && isHerb(nationalCode))?.herbsUse }
}

/**
 * A settlement that no order of this store is for, as an order of its own: without an ERP bill, so it is flagged; one that
 * is beside the settlement of an order (`duplicateOf`: its number) is flagged as that, and nobody looks for a bill of it.
 */
export const backfillStranger = async (
  repair: Repair<Case>,
  s: Settlement & { name?: string },
  duplicateOf?: string,
): Promise<Repaired & { orderId: string }> => {
  const { deps, c, storeRow, by, difference } = repair
  if (!c) return refuse('recon.locked')
  const at = deps.clock()
  const { lines, herbsUse } = await linesAt(repair, s)
  const { psnNo, insuredArea } = personIn(repair)
  const { profile } = deps.services.centre.of(storeRow.areaCode)
  const name = s.name ?? ''
  const identity = {
    psnNo,
    insuredArea,
    credentialType: '',
    credentialNo: '',
    certificateType: '',
    certificateNo: '',
    name,
    personType: s.personType,
  }
  const draft: typeof order.$inferInsert = {
    id: newId(at),
    orderNo: await newOrderNo(c, storeRow),
    areaCode: storeRow.areaCode,
    companyId: storeRow.companyId,
    storeId: storeRow.id,
    operatorId: c.me.userId,
    operatorName: by,
    state: 'drafted',
    person: {
      name,
      maskedCertNo: '',
      personType: s.personType,
      personTypeName: labelOf(profile.edition, 'psn_type', s.personType, c.caches),
      insuredAreaName: areaName(insuredArea),
      insuredArea,
    },
    identity: deps.services.vault.seal(JSON.stringify(identity)),
    psnHash: hashPerson(deps.services.vault, psnNo),
    maskedName: maskName(name),
    outFlag: outFlagOf(storeRow.areaCode, insuredArea),
    insutype: s.insurance,
    medicalType: s.medicalType || '41',
    basket: {
      accountUsed: s.account > 0,
      ...(herbsUse && { herbs: { use: herbsUse } }),
      ...(duplicateOf && { duplicateOf }),
    },
    lines,
    total: sum(lines.map(({ amount }) => amount)),
    createdAt: at,
    updatedAt: at,
  }
  return deps.db.transaction(async (tx) => {
    const counted = await countedNow(tx, draft, s)
    const [row] = await tx.insert(order).values(draft).returning()
    const { patch } = bookedColumns(row!, counted, nearestIn(difference.day, at))
    const flags: OrderFlag[] = duplicateOf ? ['duplicate', ...patch.flags] : [...patch.flags, 'erpMissing']
    // Another system's: neither knew of the other's sale on that day.
    const { start, end } = boundsOf(formatDay(patch.settledAt))
    const like = duplicateOf ? undefined : await likeSale(tx, { ...row!, ...patch }, { from: start, until: end })
    const whole = {
      ...{ ...patch, flags, msgid: difference.msgid },
      ...(like && suspectedColumns({ ...row!, flags }, like)),
    }
    const text = duplicateOf
      ? `订单 ${duplicateOf} 重复的结算，补录后撤销`
      : `补录医保中心的结算，本店系统没有发出过${like ? `，疑似与订单 ${like.orderNo} 重复` : ''}`
    await move(tx, row!.id, 'backfilled', at, { by, text, patch: whole })
    return { text: `补录订单 ${row!.orderNo}`, orderId: row!.id, before: beforeOf(row!, whole, 'backToVoided') }
  })
}
