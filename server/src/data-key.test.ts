import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { opened } from '../../tools/opened.ts'
import { requireDataKey } from './data-key.ts'
import { order } from './domains/order/tables.ts'
import { overridesOf } from './domains/plugin/centre.ts'
import { openCounter } from './domains/settlement/test/counter.ts'
import { dataKey } from './domains/system/tables.ts'
import { Vault } from './secrets/secret.ts'

const counter = opened(() => openCounter())

const other = new Vault(randomBytes(32))
const start = (vault?: Vault) => {
  const { deps } = counter.server
  const services = vault ? { ...deps.services, vault } : deps.services
  return requireDataKey({ ...deps, services }, { from: 'DATA_KEY', lost: false })
}

test('a database of before the mark tells by its orders; nodes that start together agree', async () => {
  const { db } = counter.server.deps
  await counter.preSettle(await counter.read('32050000000000000002'), {
    lines: [{ ownCode: '100002', quantity: '1', price: '30.00' }],
  })
  const sealed = await db.select({ identity: order.identity }).from(order)
  expect(sealed.some(({ identity }) => identity)).toBe(true)
  await expect(start(other)).rejects.toThrow('不是这个数据库的数据密钥')
  expect(await db.select().from(dataKey)).toEqual([])
  await Promise.all([start(), start()])
  expect(await db.select().from(dataKey)).toHaveLength(1)
  await db.update(order).set({ identity: null })
  await expect(start(other)).rejects.toThrow('不是这个数据库的数据密钥')
  await db.delete(dataKey).where(eq(dataKey.id, 'data'))
  const started = await Promise.allSettled([start(other), start()])
  expect(started.map(({ status }) => status).sort(), 'one key only').toEqual(['fulfilled', 'rejected'])
})

test('an account whose secret a lost key sealed is one that has to be entered', () => {
  const settings = { gatewayAccount: 'P1', gatewaySecret: other.seal('s') }
  const mine = new Vault(randomBytes(32))
  expect(overridesOf('330100', settings, other).gateway).toMatchObject({ paasid: 'P1', secret: 's' })
  expect(overridesOf('330100', settings, mine).gateway).toMatchObject({ paasid: 'P1', secret: '' })
})
