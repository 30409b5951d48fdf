import type { DocumentType } from '@yibao/shared/agent/documents.ts'
import type { ReprintReason } from '@yibao/shared/agent/reprint.ts'
import type { InputOf, ResultOf } from '@yibao/shared/call.ts'
import { slip } from '@yibao/shared/calls/slip.ts'
import type { PrintEnd, PrintOptions, Reprint } from '../../agent/index.ts'
import { callServer } from '../../api/index.ts'
import { ui } from '../../api/ui.ts'

type Layout = ResultOf<typeof slip.make>['layout']

/** A sheet goes where sheets are printed, not to the roll: each type has its own printer and paper. */
const documentTypes: Record<Layout, DocumentType> = {
  58: 'slip',
  80: 'slip',
  241: 'slipSheet',
  a5: 'slipSheet',
  a4: 'slipForm',
}

export interface SlipOrder {
  orderId: string
  kind: 'settlement' | 'reversal' | 'presettlement'
  /** What its store prints on when absent. */
  layout?: Layout
}

/** A document that can be printed now; of one printed again, which it repeats and why. */
export interface MadeSlip {
  slipId: string
  /** By the layout it was made in, asked for or not. */
  documentType: DocumentType
  reprint?: Reprint
}

type Make = (call: typeof slip.make, input: InputOf<typeof slip.make>) => Promise<ResultOf<typeof slip.make>>

/** What a slip lacks that is printed all the same, for who hands it over. */
const lacking = (characters: string) =>
  `小票照常打印，缺字：字库没有 ${characters}，以〓和编码代替。请联系管理员报告缺字`

/**
 * Makes an order's document. One that came out, or still may, is made again only for a reason, which `ask` gets from the
 * clerk; undefined when he gave none. Without `ask` the document that is known is the answer: its key prints it once.
 * `tell` hears of the characters that no font of ours draws.
 */
export const makeSlip = async (
  order: SlipOrder,
  ask?: () => Promise<ReprintReason | undefined>,
  call: Make = callServer,
  tell: (characters: string) => void = (characters) => ui().attention(lacking(characters)),
): Promise<MadeSlip | undefined> => {
  const first = await call(slip.make, order)
  const reprintReason = first.needsReason && ask ? await ask() : undefined
  if (first.needsReason && ask && !reprintReason) return undefined
  const made = reprintReason ? await call(slip.make, { ...order, reprintReason }) : first
  if (made.missingCharacters.length) tell(made.missingCharacters.join('、'))
  const { slipId, layout, reprintOf } = made
  const reprint = reprintReason && reprintOf && { of: reprintOf, reason: reprintReason }
  return { slipId, documentType: documentTypes[layout], ...(reprint && { reprint }) }
}

/** What a receipt printer prints of a slip, asked for when it is wanted. */
export const receiptOfSlip =
  (slipId: string): NonNullable<PrintOptions['receipt']> =>
  async () =>
    JSON.parse((await callServer(slip.receipt, { slipId }, { silent: true })).blocks)

/** What Slip/Printed is told of a document. */
export const printedInput = (
  { slipId, reprint }: Pick<MadeSlip, 'slipId' | 'reprint'>,
  state: PrintEnd,
  printer?: string,
) => ({
  slipId,
  state,
  ...(printer && { printer }),
  ...(reprint && { reprintReason: reprint.reason }),
})

/** Tells the server how a print ended; nobody waits for its answer. */
export const tellPrinted = (made: MadeSlip, state: PrintEnd, printer?: string): void =>
  void callServer(slip.printed, printedInput(made, state, printer), { silent: true }).catch(() => undefined)
