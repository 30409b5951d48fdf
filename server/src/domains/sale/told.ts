import type { NotSent } from '../../centre/client.ts'
import { faultText } from '../../centre/fault.ts'
import type { Deps } from '../../context.ts'
import type { StoreRow } from '../attendance/sign.ts'
import type { OrderRow } from '../settlement/view.ts'
import type { Piece } from './tables.ts'

/** Waiting for an answer of the centre, ms. */
export const timeoutMs = 60_000

/** A claimed piece with its order and store as they are now. */
export interface Found {
  one: Piece
  row: OrderRow
  shop: StoreRow
}

/**
 * What came out of telling. done: the centre has it, or it need not · refused: it said no · open: not sent, `text` says
 * why · unknown: it left and no answer came · down: nothing can be told there now.
 */
export interface Told {
  kind: 'done' | 'refused' | 'open' | 'unknown' | 'down'
  text: string
}

export const later = ({ clock }: Pick<Deps, 'clock'>, ms: number): Date => new Date(clock().getTime() + ms)

/** Why a message did not leave, for people. */
export const notSentText = ({ reason, faults }: NotSent): string =>
  faults?.length ? `报文不符合接口规范：${faultText(faults)}` : `没有发出：${reason}`
