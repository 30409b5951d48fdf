import { signIn as calls } from '@yibao/shared/calls/store.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../ids.ts'
import { user, userDataRole, userMenuRole } from '../auth/tables.ts'
import { type Counter, openCounter } from '../settlement/test/counter.ts'
import { signIn } from './tables.ts'

let counter: Counter
beforeAll(async () => {
  counter = await openCounter()
})
afterAll(() => counter.close())

/** Somebody who is and may what the clerk is and may, under another name. */
const colleague = async (userName: string) => {
  const { db } = counter.server.deps
  const [like] = await db.select().from(user).where(eq(user.userName, 'clerk'))
  const id = newId(new Date())
  await db.insert(user).values({ ...like!, id, userName, name: userName })
  for (const table of [userMenuRole, userDataRole])
    for (const { roleId } of await db.select().from(table).where(eq(table.userId, like!.id)))
      await db.insert(table).values({ userId: id, roleId })
  return counter.server.as(userName)
}

test('two long names of one store that begin alike are two operators at the centre', async () => {
  const [first, second] = [await colleague('guanqian.cashier.number1'), await colleague('guanqian.cashier.number2')]
  const [one, two] = [await first.ok(calls.do), await second.ok(calls.do)]
  expect(two.operatorName).toBe('guanqian.cashier.number2')
  expect(two.signNo).not.toBe(one.signNo)
  await first.ok(calls.signOut)
  expect((await second.ok(calls.current)).row).toMatchObject({ signNo: two.signNo, open: true })
  const numbers = await counter.server.deps.db.select({ no: signIn.operatorNo }).from(signIn)
  expect(numbers.every(({ no }) => no.length <= 20)).toBe(true)
})

test('an operator is found by his name as it is written', async () => {
  const of = async (operatorName: string) => (await counter.clerk.ok(calls.paged, { operatorName })).total
  expect(await of('cashier.number')).toBe(2)
  for (const operatorName of ['%', '_', '\\']) expect(await of(operatorName)).toBe(0)
})
