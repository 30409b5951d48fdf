import { eq } from 'drizzle-orm'
import type { Deps } from '../../call/context.ts'
import { claimsOn, markOn, oneOn } from '../../database/claims.ts'
import type { StoreRow } from '../organisation/store.ts'
import type { Telling } from '../telling/told.ts'
import { type Piece, salePiece } from './tables.ts'

/** Pieces that one request or job at a time works on (claims.ts). */
export const withPieces = claimsOn(salePiece)

/** The same of one. */
export const withPiece = oneOn(salePiece)

/** What is known of a claimed piece from now on. */
export const mark = markOn(salePiece)

/** A claimed piece as it is told: sales and returns share their kind of stock data. */
export const tellingOf = (deps: Deps, one: Piece, shop: StoreRow): Telling => ({
  ...{ one, shop, type: '4' },
  mark: (set, when) => mark(deps, one, set, when && eq(salePiece.state, when)),
})
