import type { order } from './tables.ts'
import type { OrderState } from './types.ts'

/** Every allowed move of an order (DESIGN 7): name → from which states to which. Nothing else may change a state. */
export const moves = {
  presettle: { from: ['drafted', 'presettled'], to: 'presettled', text: '预结算' },
  settle: { from: ['presettled'], to: 'settling', text: '开始结算' },
  booked: { from: ['settling'], to: 'settled', text: '结算成功' },
  refused: { from: ['settling'], to: 'presettled', text: '结算未通过' },
  lost: { from: ['settling', 'reversing'], to: 'unknown', text: '结果未知' },
  foundBooked: { from: ['settling', 'unknown'], to: 'settled', text: '已核实：结算成功' },
  undone: { from: ['settling', 'unknown'], to: 'presettled', text: '已核实：没有扣款' },
  reverse: { from: ['settled'], to: 'reversing', text: '开始撤销' },
  reversed: { from: ['reversing', 'unknown'], to: 'reversed', text: '已撤销' },
  notReversed: { from: ['reversing', 'unknown'], to: 'settled', text: '撤销未通过' },
  undoneLater: { from: ['settled'], to: 'reversed', text: '已冲正' },
  takenBack: { from: ['reversed'], to: 'settled', text: '撤回本地处理' },
  stillStands: { from: ['reversed'], to: 'settled', text: '已核实：中心没有撤销' },
  // A statement shows it: no message is sent for these.
  foundReversed: { from: ['settled'], to: 'reversed', text: '已核实：中心已撤销' },
  backToPresettled: { from: ['settled'], to: 'presettled', text: '撤回补录' },
  backToVoided: { from: ['settled'], to: 'voided', text: '撤回补录' },
  backToReversed: { from: ['settled'], to: 'reversed', text: '撤回补录' },
  backToUnknown: { from: ['settled'], to: 'unknown', text: '撤回补录' },
  backfilled: { from: ['drafted', 'presettled', 'voided', 'reversed', 'unknown'], to: 'settled', text: '补录中心结算' },
  void: { from: ['drafted', 'presettled'], to: 'voided', text: '作废' },
} as const satisfies Record<string, { from: OrderState[]; to: OrderState; text: string }>

export type Move = keyof typeof moves

/**
 * Moves by which what was the end of an order is its end no more: whoever was told of it has to hear the next one, though it may
 * be of the same state as one before.
 */
export const turning: ReadonlySet<Move> = new Set<Move>([
  // On a day as long ago as its settlement: what a reversal has to be told by looks at its day (reversed-bills.ts).
  'foundReversed',
  'takenBack',
  'stillStands',
  'backfilled',
  'backToPresettled',
  'backToVoided',
  'backToReversed',
  'backToUnknown',
])

/** Ends that follow each other where one of those came before. */
export const ending: ReadonlySet<Move> = new Set<Move>(['booked', 'foundBooked', 'reversed', 'undoneLater'])

type Patch = Partial<typeof order.$inferInsert>

/** What tells one writing of a draft from the next: the person is sealed anew each time, and putting it aside has its time. */
export type Draft = Pick<typeof order.$inferSelect, 'identity' | 'updatedAt'>

export interface Moved {
  by: string
  /** For people: what happened; never a number of a person. */
  text?: string
  patch?: Patch
  /** The draft that was priced: its order moves only while it is that one, not put aside and not written anew. */
  draft?: Draft
}
