import type { liquidation } from '@yibao/shared/calls/liquidation.ts'
import type { RowOf } from '../../../kit/index.ts'

/** An application as a title names it. */
export const nameOf = ({ storeName, month }: RowOf<typeof liquidation.paged>): string => `${storeName} ${month}`
