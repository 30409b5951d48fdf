import { slipCopy } from '@yibao/shared/entities/config.ts'
import { metaOf } from '@yibao/shared/field.ts'
import { formatTime } from '@yibao/shared/time.ts'
import { maskName, maskNumber } from '../../base/mask.ts'
import { refuse } from '../../base/refuse.ts'
import type { Context, Deps } from '../../call/context.ts'
import type { CacheUse } from '../../process/cache.ts'
import { openIdentity } from '../card/identity.ts'
import type { StoredSplit } from '../order/types.ts'
import type { OrderRow } from '../order/view.ts'
import { beforeThis } from '../order/year-before.ts'
import { labelOf } from '../organisation/labels.ts'
import { type AreaSettings, settingsOf } from '../organisation/settings.ts'
import { type StoreRow, storeOf } from '../organisation/store.ts'
import type { SlipKind, SlipModel } from './document/model.ts'

/** What each document needs of its order: a settlement slip of nothing booked would lie. */
const printable: Record<SlipKind, OrderRow['state'][]> = {
  settlement: ['settled', 'reversing', 'reversed'],
  reversal: ['reversed'],
  presettlement: ['presettled'],
}

const personOf = (
  deps: Deps,
  row: OrderRow,
  storeRow: StoreRow,
  masked: boolean,
  use: CacheUse,
): SlipModel['person'] => {
  const { edition } = deps.services.centre.of(storeRow.areaCode).profile
  const identity = openIdentity(deps.services.vault, row.identity)
  const { person, basket } = row
  return {
    name: masked ? maskName(identity.name) : identity.name,
    gender: labelOf(edition, 'gend', person.gender, use),
    age: person.age,
    certNo: maskNumber(identity.certificateNo, 6),
    insuranceName: labelOf(edition, 'insutype', row.insutype ?? undefined, use),
    personTypeName: person.personTypeName,
    insuredArea: person.insuredAreaName,
    medicalTypeName: labelOf(edition, 'med_type', row.medicalType, use),
    diseaseName: basket.diseaseName,
    psnNo: identity.psnNo,
    employer: identity.employer,
    civilServant: person.civilServant,
  }
}

/** The names of the copies that a place prints, in their order whatever was ticked first. */
const copiesOf = ({ slipCopies }: Pick<AreaSettings, 'slipCopies'>): string[] =>
  Object.entries(metaOf(slipCopy)?.choices ?? {}).flatMap(([copy, title]) =>
    slipCopies.some((one) => one === copy) ? title : [],
  )

/** The account before and after (domain.md 4.2 I7); what 2103 answered is the account as it then was. */
const balancesOf = (
  { reversalBalance }: OrderRow,
  kind: SlipKind,
  { balance, account, familyAccount }: StoredSplit,
): Pick<SlipModel, 'balanceBefore' | 'balanceReversed'> => {
  const moved = account - familyAccount
  if (kind === 'presettlement') return {}
  if (kind === 'settlement') return { balanceBefore: balance + moved }
  return reversalBalance === null ? {} : { balanceBefore: reversalBalance - moved, balanceReversed: reversalBalance }
}

/** An order as the slip prints it (ux 6, domain.md 9.1); `printNo` from 1. Refuses a state that has no such document. */
export const slipModel = async (
  { deps, caches }: Context,
  row: OrderRow,
  kind: SlipKind,
  { printNo, printedAt }: { printNo: number; printedAt: Date },
): Promise<SlipModel> => {
  if (!printable[kind].includes(row.state) || !row.split) return refuse('slip.state')
  const storeRow = await storeOf(deps, row.storeId)
  const settings = await settingsOf(deps.db, row.areaCode, row.storeId)
  const { edition } = deps.services.centre.of(row.areaCode).profile
  const { basket, split } = row
  return {
    kind,
    areaText: settings.areaText,
    reprint: printNo - 1,
    copies: kind === 'presettlement' ? [] : copiesOf(settings),
    // As the centre has it registered; what the shop calls itself may be another name.
    fixmedinsName: storeRow.fixmedinsName || storeRow.name,
    fixmedinsCode: storeRow.fixmedinsCode,
    ids: {
      setlId: row.setlId ?? undefined,
      reversalId: row.reversalSetlId ?? undefined,
      mdtrtId: row.mdtrtId ?? undefined,
      erpBill: row.erpBill ?? undefined,
      msgidTail: row.msgid?.slice(-8),
      cashier: (kind === 'reversal' && row.reversedByName) || row.operatorName,
      settledAt: row.settledAt ? formatTime(row.settledAt) : undefined,
      reversedAt: row.reversedAt ? formatTime(row.reversedAt) : undefined,
      printedAt: formatTime(printedAt),
    },
    person: personOf(deps, row, storeRow, settings.maskSlipName, caches),
    prescription: basket.prescription && { ...basket.prescription, pharmacist: basket.pharmacistName },
    lines: row.lines.map((line) => ({
      name: line.name,
      spec: line.spec,
      producer: line.producer,
      lot: line.lot,
      unit: line.unit,
      quantity: line.quantity,
      price: line.price,
      amount: line.amount,
      itemClass: line.itemClass,
      selfPayRatio: line.selfPayRatio,
      feeClass: labelOf(edition, 'med_chrgitm_type', line.feeClass ?? '14', caches),
    })),
    split,
    ...balancesOf(row, kind, split),
    yearBefore: await beforeThis(deps.db, row),
    foot: { phone: storeRow.phone || undefined, note: settings.slipNote || undefined },
  }
}
