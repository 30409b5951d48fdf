import { organ } from '@yibao/shared/calls/organ.ts'
import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { storeIdOf } from '../../seed/organisation.ts'
import { startTestServer } from '../../test/kit.ts'
import { plansOf } from '../../test/plans.ts'
import { usual } from '../../test/postgres.ts'
import { toldOf } from './told.ts'

// What a store still has to tell, and what its centre has, asked before it is closed or gets another code.

const storeId = storeIdOf('P32050100001')
const server = opened(() => startTestServer())
beforeAll(async () => {
  await server.deps.db.execute(sql`insert into rx_message (id, prescription_id, store_id, kind, order_id, at, state, next_at)
    select 'm' || n, 'p' || n, case when n % 300 = 0 then ${storeId} else 's' || n % 300 end, 'dispense', 'o' || n, now(),
      case when n % 30000 = 0 then 'waiting' else 'needless' end, case when n % 60000 = 0 then now() end
    from generate_series(1, 60000) n`)
  await server.deps.db.execute(sql`vacuum analyze rx_message`)
})

test.skipIf(usual !== 'postgres')('is read of its own prescriptions’ messages, not looked for among all', async () => {
  const area = await server.as('area', { areaCode: '320500' })
  const plans = await plansOf(server.deps.db, 'rx_message', async () => {
    const waiting = await area.ok(organ.pullWaiting, { id: storeId })
    expect([waiting.prescriptions, waiting.stuck?.prescriptions]).toEqual([1, 1])
    expect(await toldOf(server.deps.db, storeId)).not.toContain('处方')
  })
  expect(plans).toHaveLength(3)
  for (const plan of plans) expect(plan).toMatch(/(using|on) rx_message_(store|due)/)
  for (const plan of plans.slice(1)) expect(plan).toContain('rx_message_store')
})
