import type { ResultOf } from '@yibao/shared/call.ts'
import type { disease } from '@yibao/shared/calls/catalogue-menu.ts'
import { eq } from 'drizzle-orm'
import type { Context } from '../../call/context.ts'
import type { FileTransaction } from '../../centre/catalogue.ts'
import { askCatalogue, isNoneNewer } from '../../centre/operations/catalogue.ts'
import { runAsSystem } from '../attendance/ask.ts'
import { askingStore } from '../organisation/asking-store.ts'
import { catalogueSource } from './entry-tables.ts'
import { titleOfKind } from './kinds.ts'

type Compared = ResultOf<typeof disease.compareVersion>

const timeoutMs = 60_000

/** Asks the centre, file by file, how many rows are newer than what an area holds; nothing is taken in (domain.md 2.8). */
export const compareVersions = async (
  c: Context,
  areaCode: string,
  kinds: readonly FileTransaction[],
): Promise<Compared> => {
  const shop = await askingStore(c.deps, areaCode)
  const known = await c.db.select().from(catalogueSource).where(eq(catalogueSource.areaCode, areaCode))
  const compared: Compared = []
  for (const kind of kinds) {
    const version = known.find((one) => one.kind === kind)?.version ?? '0'
    const answer = await runAsSystem(c.deps, shop, askCatalogue(kind), { version }, { timeoutMs })
    const row = { kind, title: titleOfKind(kind), version }
    // A file whose rows the centre did not count has neither a number nor an error.
    if (answer.kind === 'booked')
      compared.push({ ...row, newer: isNoneNewer(answer.value) ? 0 : answer.value.count, error: '' })
    else
      compared.push({ ...row, error: answer.kind === 'refused' ? `医保中心：“${answer.message}”` : '医保中心没有应答' })
  }
  return compared
}
