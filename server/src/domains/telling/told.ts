import type { Deps } from '../../call/context.ts'
import type { NotSent } from '../../centre/client.ts'
import { faultText } from '../../centre/fault.ts'
import type { StockType } from '../../centre/operations/stock.ts'
import type { Written } from '../../database/columns.ts'
import type { StoreRow } from '../organisation/store.ts'

/** Waiting for an answer of the centre, ms. */
export const timeoutMs = 60_000

/** Where a row of stock data stands with the centre (columns.ts). */
export interface Standing {
  state: 'waiting' | 'uploaded' | 'refused' | 'unknown' | 'deleted' | 'needless'
  /** What was sent when nobody knows whether it arrived. */
  pending: '' | 'upload' | 'delete'
  message: string
  /** When the last message left: until it can no longer arrive nothing is made of its loss. */
  sentAt: Date | null
  uploadedAt: Date | null
  /** When the job looks at it; none: a person does. */
  nextAt: Date | null
  attempts: number
}

/** A claimed row that the centre is told of (3501 to 3506), with its store as it is now. */
export interface Telling {
  /** batchNo is its fixmedins_bchno, the key of 3507. */
  one: Standing & { batchNo: string }
  shop: StoreRow
  type: StockType
  /** Writes what is known of it from now on; false when the claim has ended, or its state is not `when` any more. */
  mark: (set: Written<Standing>, when?: Standing['state']) => Promise<boolean>
}

/**
 * What came out of telling. done: the centre has it, or it need not · refused: it said no · open: not sent, `text` says
 * why · unknown: it left and no answer came · down: nothing can be told there now.
 */
export interface Told {
  kind: 'done' | 'refused' | 'open' | 'unknown' | 'down'
  text: string
  /** What somebody has to do besides, whatever became of it. */
  also?: string
}

/** That many ms from now, by the server's clock. */
export const later = ({ clock }: Pick<Deps, 'clock'>, ms: number): Date => new Date(clock().getTime() + ms)

/** Why a message did not leave, for people. */
export const notSentText = ({ reason, faults }: NotSent): string =>
  faults?.length ? `报文不符合接口规范：${faultText(faults)}` : `没有发出：${reason}`
