import { expect, test } from 'vitest'
import { opened } from '../../../../../tools/opened.ts'
import { seedId } from '../../../seed/organisation.ts'
import { leaseAt } from '../../../test/clock.ts'
import { startTestServer } from '../../../test/kit.ts'
import { intent } from '../../order/tables.ts'
import { endLife, livesOn } from './life.ts'

const server = opened(() => startTestServer({ handlers: {} }))

test('of a database that came back as files all is in doubt that was open in it, sent a moment ago or unknown for long', async () => {
  const { db } = server.deps
  const sent = (outcome: 'open' | 'unknown' | 'booked' | 'refused') => ({
    ...{
      id: outcome,
      msgid: outcome,
      infno: '2102' as const,
      orderId: outcome,
      areaCode: '320500',
      companyId: '10001',
    },
    ...{ storeId: seedId(1, 1), userId: 'u', callName: 'settle', idempotencyKey: outcome, payload: '', node: 'n' },
    ...{ outcome, leaseUntil: leaseAt(0), sentAt: new Date(0), createdAt: new Date(0) },
  })
  await db.insert(intent).values((['open', 'unknown', 'booked', 'refused'] as const).map(sent))
  const standing = async () => {
    const rows = await db.select({ outcome: intent.outcome, life: intent.life }).from(intent).orderBy(intent.id)
    return Promise.all(rows.map(async ({ outcome, life }) => `${outcome} ${await livesOn(db, life)}`))
  }
  expect(await standing()).toEqual(['booked true', 'open true', 'refused true', 'unknown true'])
  await endLife(db)
  expect(await standing()).toEqual(['booked true', 'open false', 'refused true', 'unknown false'])
})
