import { auth } from '@yibao/shared/calls/auth.ts'
import { card } from '@yibao/shared/calls/card.ts'
import { settlement } from '@yibao/shared/calls/settlement.ts'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import type { Client } from '../../test/kit.ts'
import { session } from '../auth/tables.ts'
import { openCounter, otc } from '../settlement/test/counter.ts'
import { cardRead } from './tables.ts'

// Whose a reading is: the person's who made it, at his store, for ten minutes.

const counter = opened(() => openCounter())
const { insured, lines } = { insured: '32050000000000000001', lines: otc('2.00') }
const launch = { companyId: '10001', clientNo: 'C001', verifyCode: 'demo-verify' }
const launched = async (routeKey: string): Promise<Client> =>
  counter.server.withToken((await counter.server.nobody.ok(auth.silentLogin, { ...launch, routeKey })).token)
const sees = async (client: Client, readId: string) =>
  (await client.send(card.followCacheGetCardInfo, { readId })).statusCode
const priced = ({ readId, insutype }: { readId: string; insutype: string }) => ({
  ...{ readId, insutype, medicalType: '41', lines },
})

test('an ERP opens a session with each page: whom the counter read is there on the next, and is settled there', async () => {
  const page = await launched('8')
  const person = await counter.read(insured, page)
  const next = await launched('9')
  expect(next.token).not.toBe(page.token)
  expect(await sees(next, person.readId)).toBe(200)
  const order = await next.ok(settlement.preSettle, priced(person))
  expect((await counter.settle(order, await launched('8'))).result).toMatchObject({ status: '2' })
})

test('a session that ended in the middle: after the login the basket goes on with its person, priced or not', async () => {
  const { server } = counter
  const before = await server.as('clerk')
  const person = await counter.read(insured, before)
  const order = await before.ok(settlement.preSettle, priced(person))
  const { sessionId } = (await server.deps.services.access.userOf(before.token))!
  await server.deps.db.delete(session).where(eq(session.id, sessionId))
  expect(await sees(before, person.readId)).toBe(401)
  const after = await server.as('clerk')
  expect(await sees(after, person.readId)).toBe(200)
  expect(await after.ok(settlement.preSettle, { ...priced(person), orderId: order.id })).toMatchObject({ status: '1' })
  const again = await after.ok(settlement.preSettle, { ...priced(person), orderId: order.id })
  expect((await counter.settle(again, after)).result).toMatchObject({ status: '2' })
})

test('it is nobody else’s, of no other store, and after ten minutes nobody’s', async () => {
  const { server, clerk } = counter
  const person = await counter.read(insured)
  for (const name of ['clerk2', 'clerk3']) expect(await sees(await server.as(name), person.readId), name).toBe(410)
  const { db } = server.deps
  const [row] = await db.select().from(cardRead).where(eq(cardRead.id, person.readId))
  const mine = eq(cardRead.id, person.readId)
  for (const other of [{ userId: 'somebody' }, { storeId: 'elsewhere' }, { expiresAt: new Date(0) }]) {
    await db.update(cardRead).set(other).where(mine)
    expect(await sees(clerk, person.readId), JSON.stringify(other)).toBe(410)
    expect((await clerk.send(settlement.preSettle, priced(person))).statusCode).toBe(410)
    await db.update(cardRead).set(row!).where(mine)
  }
  expect(await sees(clerk, person.readId)).toBe(200)
})
