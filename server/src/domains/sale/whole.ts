import { scaled, trimZeros, unscaled } from '@yibao/shared/money.ts'
import type { Piece } from './tables.ts'

/** What a line sold, all its pieces together. */
export const wholeQuantity = (pieces: readonly Pick<Piece, 'quantity'>[]): string =>
  trimZeros(
    unscaled(
      pieces.reduce((sum, { quantity }) => sum + scaled(quantity, 4), 0n),
      4,
    ),
  )
