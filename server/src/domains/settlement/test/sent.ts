import { desc, eq } from 'drizzle-orm'
import type { TestServer } from '../../../test/kit.ts'
import { intent } from '../../order/tables.ts'

/** How goods are taken, line by line, as the last 2102 of an order said it: own code, use of a herb, dose, frequency, way, days. */
export const takenSent = async ({ deps }: Pick<TestServer, 'deps'>, orderId: string): Promise<unknown[][]> => {
  const { db, services } = deps
  const [one] = await db.select().from(intent).where(eq(intent.orderId, orderId)).orderBy(desc(intent.id)).limit(1)
  const { input } = JSON.parse(services.vault.open(one!.payload)) as { input: { drugdetail: Record<string, string>[] } }
  return input.drugdetail.map(({ medins_list_codg, tcmdrug_used_way, ...row }) => [
    ...[medins_list_codg, tcmdrug_used_way, row.sin_dos_dscr, row.used_frqu_dscr, row.medc_way_dscr, row.prd_days],
  ])
}
