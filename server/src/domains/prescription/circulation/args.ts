import { scaled } from '@yibao/shared/money.ts'
import { and, eq } from 'drizzle-orm'
import type { DispensedDrug, Dispensing } from '../../../centre/operations/dispensing.ts'
import type { RxVerdict } from '../../../centre/operations/prescription.ts'
import type { Deps } from '../../../context.ts'
import { isBroken } from '../../order/broken.ts'
import type { Line } from '../../order/types.ts'
import type { OrderRow } from '../../order/view.ts'
import { doctor } from '../../staff/tables.ts'
import type { Rx } from '../rows.ts'
import type { Message } from './claim.ts'

const reviewerOf = ({ reviews }: Rx) => reviews[0] ?? { name: '', code: '', doctorId: '' }

/** What 7204 is told: the first pharmacist, and who checked him where the area asks for two. */
export const verdictArgs = async ({ db }: Pick<Deps, 'db'>, one: Rx): Promise<RxVerdict | { missing: string }> => {
  const { reviews, number, downloadCode } = one
  const [first] = reviews
  const last = reviews.at(-1)
  if (!first || !last) return { missing: '还没有审核结果' }
  // The centre knows a pharmacist by his national code.
  const uncoded = [first, last].find(({ code }) => !code)
  if (uncoded) return { missing: `药师 ${uncoded.name} 没有国家编码，请在「医保医师药师」填写` }
  const [known] = await db
    .select()
    .from(doctor)
    .where(and(eq(doctor.id, first.doctorId), eq(doctor.storeId, one.storeId)))
  const { name, code } = first
  return {
    ...{ number, downloadCode, passed: last.passed, opinion: last.opinion, at: new Date(last.at) },
    reviewer: { name, code, certificateNo: known?.practiceNo || known?.certificateNo || '' },
    ...(last === first ? {} : { second: { name: last.name, code: last.code } }),
  }
}

const drugOf = (line: Line): DispensedDrug => ({
  // As the settlement named it (sale.ts).
  ...{ nationalCode: line.nationalCode || line.ownCode, ownCode: line.ownCode, name: line.name, spec: line.spec },
  ...{ producer: line.producer, lot: line.lot ?? '', madeOn: line.madeOn ?? '', expiresOn: line.expiresOn ?? '' },
  ...{ prescription: line.prescription, broken: isBroken(line.quantity), unit: line.unit, amount: line.amount },
  ...{ price: scaled(line.price, 6), quantity: scaled(line.quantity, 4), traceCodes: line.traceCodes ?? [] },
})

/**
 * What 7206 is told of an order. Who fetched the goods is the operator; who checked them is the reviewing pharmacist: a
 * shop of two people has nobody else.
 */
export const dispensingArgs = (one: Rx, message: Message, row: OrderRow): Dispensing => {
  const { name, code } = reviewerOf(one)
  return {
    ...{ number: one.number, downloadCode: one.downloadCode, back: message.kind === 'return' },
    ...{ reviewer: { name, code }, dispenser: row.operatorName, checker: name, elsewhere: row.outFlag !== '0' },
    ...{ setlId: message.setlId, settledAt: row.settledAt ?? message.at, at: message.at },
    ...{ total: row.total, fund: row.fundTotal, account: row.account, cash: row.cash },
    ...{ personPart: row.split?.personPart ?? row.total - row.fundTotal, drugs: row.lines.map(drugOf) },
  }
}
