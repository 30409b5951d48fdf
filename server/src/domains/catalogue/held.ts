import { formatDay } from '@yibao/shared/time.ts'
import type { Deps } from '../../call/context.ts'
import { queryCatalogue } from '../../centre/operations/catalogue.ts'
import { runAsSystem } from '../attendance/ask.ts'
import type { StoreRow } from '../organisation/store.ts'

const timeoutMs = 30_000
/** Rows asked for: an item has one of a list type; a centre that does not narrow answers more. */
const size = 100

interface Pair {
  ownCode: string
  nationalCode: string
}

/**
 * Whether the centre itself holds a mapping of a store's item today (1317, domain.md 2.8). undefined when it does not
 * say: no answer, or a page so full that the row may stand on another.
 */
export const heldByCentre = async (deps: Deps, shop: StoreRow, pair: Pair): Promise<boolean | undefined> => {
  const filters = { fixmedins_code: shop.fixmedinsCode, medins_list_codg: pair.ownCode }
  const query = { since: '2000-01-01', page: 1, size, filters }
  const answer = await runAsSystem(deps, shop, queryCatalogue('1317'), query, { timeoutMs })
  if (answer.kind !== 'booked') return undefined
  const today = formatDay(deps.clock())
  const held = answer.value.some(
    (row) =>
      row.medins_list_codg === pair.ownCode &&
      row.med_list_codg === pair.nationalCode &&
      row.vali_flag !== '0' &&
      (!row.enddate || row.enddate.slice(0, 10) >= today),
  )
  return held || answer.value.length < size ? held : undefined
}
