import { eq } from 'drizzle-orm'
import type { Deps } from '../../call/context.ts'
import { claimsOn } from '../../database/claims.ts'
import type { StoreRow } from '../attendance/sign.ts'
import { markOn } from '../telling/mark.ts'
import type { Telling } from '../telling/told.ts'
import { kinds } from './kinds.ts'
import { type StockMessage, stockMessage } from './tables.ts'

const claims = claimsOn(stockMessage)

/** Runs `work` on those of some rows that nobody else works on. */
export const withMessages = <T>(
  deps: Deps,
  ids: readonly string[],
  work: (mine: StockMessage[]) => Promise<T>,
): Promise<T> => claims({ db: deps.db, deps }, ids, work)

/** The same of one row; undefined when somebody else works on it. */
export const withMessage = <T>(
  deps: Deps,
  id: string,
  work: (mine: StockMessage | undefined) => Promise<T>,
): Promise<T> => withMessages(deps, [id], ([mine]) => work(mine))

/** What is known of a claimed row from now on. */
export const mark = markOn(stockMessage)

/** A claimed row as it is told. */
export const tellingOf = (deps: Deps, one: StockMessage, shop: StoreRow): Telling => ({
  ...{ one, shop, type: kinds[one.kind].type },
  mark: (set, when) => mark(deps, one, set, when && eq(stockMessage.state, when)),
})
