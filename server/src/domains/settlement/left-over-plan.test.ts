import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { startTestServer } from '../../test/kit.ts'
import { plansOf } from '../../test/plans.ts'
import { usual } from '../../test/postgres.ts'
import { order } from '../order/tables.ts'
import { voidLeftOver } from './left-over.ts'

const server = opened(() => startTestServer({ handlers: {} }))

test.skipIf(usual !== 'postgres')(
  'what was left, and whose it was, is found without reading what was sold and what is forgotten by now',
  async () => {
    const { deps } = server
    const { db } = deps
    await db.execute(sql`insert into purchase_order (id, order_no, area_code, company_id, store_id, operator_id,
        operator_name, state, person, identity, medical_type, basket, lines, total, created_at, updated_at)
      select 'o' || n, 'N' || n, '320500', '10001', 's' || n % 300, 'u', '李䶮',
        case when n % 2500 = 1 then 'presettled' when n % 20 = 0 then 'voided' else 'settled' end, '{}',
        case when n % 20 > 0 or n % 5000 = 0 then 'sealed' end, '41', '{}', '[]', 1,
        now() - n * interval '5 minutes', now() - n * interval '5 minutes' from generate_series(1, 30000) n`)
    await db.execute(sql`vacuum analyze purchase_order`)
    const left = () => voidLeftOver(deps, deps.clock())
    const plans = await plansOf(db, 'purchase_order', left)
    expect(plans).toHaveLength(2)
    for (const plan of plans) expect(plan).toMatch(/Scan (using|on) order_known/)
    const open =
      await db.execute(sql`explain (costs off) select id from ${order} where state in ('drafted', 'presettled')
      and created_at between now() - interval '90 days' and now() - interval '30 days' for update skip locked`)
    expect(JSON.stringify(open)).toMatch(/Scan (using|on) order_left/)
  },
)
