import type { InputOf, ResultOf } from '@yibao/shared/call.ts'
import type { rx as calls } from '@yibao/shared/calls/prescription.ts'
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Context } from '../../../call/context.ts'
import { type ListedRx, queryRx } from '../../../centre/operations/prescription.ts'
import { refuseOutcome } from '../../../centre/refuse-outcome.ts'
import { clerkHeader } from '../../attendance/sign.ts'
import { order } from '../../order/tables.ts'
import { holder } from '../rows.ts'
import { liveCirculated, prescription } from '../tables.ts'
import { type Reader, readerOf, tokenOf, waiting } from './reading.ts'
import { withdrawRevoked } from './standing.ts'

type Listed = ResultOf<typeof calls.circulated>
type Row = Listed['items'][number]

/** Which of its uses would come next, from 1: what is not repeated has one. */
export const nextUse = ({ repeat, used }: Pick<ListedRx, 'repeat' | 'used'>): number =>
  used === 'used' ? Math.max(1, repeat.used) : repeat.used + 1

/** How a prescription stands for a store, `here` aside. */
export const stateOf = (one: ListedRx, fixmedinsCode: string): Exclude<Row['state'], 'here'> => {
  if (one.standing !== 'valid') return one.standing
  if (one.used === 'used') return 'used'
  if (one.passed === false) return 'refused'
  if (one.authorization) return 'usable'
  return one.checkedBy && one.checkedBy !== fixmedinsCode ? 'other' : 'later'
}

const repeatOf = ({ repeat: { most, used, interval } }: ListedRx): string =>
  most > 1 ? `可用 ${most} 次，已用 ${used} 次，间隔 ${interval} 天` : ''

/** 7202 by the customer's token. */
export const askCentre = async (c: Context, reader: Reader, query: { token: string; number?: string }) => {
  const { shop, insuredArea } = reader
  const header = await clerkHeader(c.deps, shop, c.me, insuredArea)
  const answer = await c.services.centre.of(shop.areaCode).run(queryRx, query, header, waiting)
  return answer.kind === 'booked' ? answer.value : refuseOutcome(answer)
}

/** The store's own records of these prescriptions that are not withdrawn. */
export const keptHere = (c: Context, storeId: string, numbers: readonly string[]) =>
  numbers.length
    ? c.db
        .select()
        .from(prescription)
        .where(and(eq(prescription.storeId, storeId), inArray(prescription.number, [...numbers]), liveCirculated))
    : Promise.resolve([])

/** What the hospital has revoked is withdrawn here too, unless a settlement has it: that one is the centre's matter. */
const followRevoked = async (c: Context, storeId: string, found: readonly ListedRx[]): Promise<void> => {
  const revoked = found.filter(({ standing }) => standing === 'revoked').map(({ number }) => number)
  if (!revoked.length) return
  const rows = await c.db
    .select({ one: prescription })
    .from(prescription)
    .leftJoin(order, holder)
    .where(
      and(
        eq(prescription.storeId, storeId),
        inArray(prescription.number, revoked),
        sql`${prescription.source} = 'circulation' and ${prescription.state} <> 'undone'`,
        isNull(order.id),
      ),
    )
  for (const { one } of rows) await withdrawRevoked(c, one)
}

/** Rx/Circulated and Rx/CounterCirculated: what the centre has for the customer whose e-voucher was shown (domain.md 7.7). */
export const circulatedRx = async (
  { readId, present = false }: InputOf<typeof calls.circulated>,
  c: Context,
): Promise<Listed> => {
  const reader = await readerOf(c, readId)
  const token = await tokenOf(c, reader, present)
  if (!token) return { presented: false, items: [] }
  const found = await askCentre(c, reader, { token })
  await followRevoked(c, reader.shop.id, found)
  const kept = await keptHere(
    c,
    reader.shop.id,
    found.map(({ number }) => number),
  )
  const items = found.map((one): Row => {
    const here = kept.find(({ number, useNo }) => number === one.number && useNo === nextUse(one))
    const state = stateOf(one, reader.shop.fixmedinsCode)
    return {
      ...{ number: one.number, hospital: one.hospital, department: one.department, doctor: one.doctor },
      ...{ issuedAt: one.issuedAt, validUntil: one.validUntil, kinds: one.kinds, attribute: one.attribute },
      ...{ state: here && (state === 'usable' || state === 'later') ? 'here' : state, repeat: repeatOf(one) },
      ...(here ? { id: here.id } : {}),
    }
  })
  const rank = ({ state }: Row) => (state === 'usable' ? 0 : state === 'here' ? 1 : 2)
  return { presented: true, items: items.toSorted((a, b) => rank(a) - rank(b)) }
}
