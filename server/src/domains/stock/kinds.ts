import type { StockKind } from '@yibao/shared/entities/stock.ts'
import { scaled } from '@yibao/shared/money.ts'
import { startOfDay } from '@yibao/shared/time.ts'
import { and, eq } from 'drizzle-orm'
import type { Deps } from '../../call/context.ts'
import type { CentreClient, Header, Message, NotSent } from '../../centre/client.ts'
import type { Operation } from '../../centre/operation.ts'
import type { StockType } from '../../centre/operations/stock.ts'
import { tellPurchase, tellPurchaseReturn, tellStockChange, tellStockTake } from '../../centre/operations/stock-book.ts'
import { doubledNo } from './first-take.ts'
import { type StockMessage, stockMessage } from './tables.ts'

/** How a kind of row is told: its transaction, what it is at 3507, and its message. */
interface Kind {
  operation: Operation<never, true>
  type: StockType
  prepare: (client: CentreClient, one: StockMessage, header: Header, boughtAs: string) => Message | NotSent
}

const goodsOf = (one: StockMessage) => ({
  ...{ batchNo: one.batchNo, nationalCode: one.nationalCode, ownCode: one.ownCode, name: one.name },
  ...{ prescription: one.prescription, quantity: scaled(one.quantity, 4), memo: one.facts.memo ?? '' },
})

const at = ({ happenedOn }: StockMessage): Date => startOfDay(happenedOn)

const tradeOf = (one: StockMessage) => ({
  ...goodsOf(one),
  ...{ supplier: one.facts.supplier ?? '', supplierPermit: one.facts.supplierPermit ?? '' },
  ...{ madeOn: one.madeOn, expiresOn: one.expiresOn, price: one.price ? scaled(one.price, 6) : undefined },
  ...{ invoiceCode: one.facts.invoiceCode ?? '', invoiceNo: one.facts.invoiceNo ?? '' },
  ...{ at: at(one), operator: one.facts.operator ?? '' },
})

const kind = <A>(
  operation: Operation<A, true>,
  type: StockType,
  argsOf: (one: StockMessage, boughtAs: string) => A,
): Kind => ({
  operation,
  type,
  prepare: (client, one, header, boughtAs) => client.prepare(operation, argsOf(one, boughtAs), header),
})

export const kinds: Readonly<Record<StockKind, Kind>> = {
  take: kind(tellStockTake, '1', (one) => ({
    ...goodsOf(one),
    ...{ on: one.happenedOn, lot: one.lot, madeOn: one.madeOn, expiresOn: one.expiresOn },
  })),
  change: kind(tellStockChange, '2', (one) => ({
    ...goodsOf(one),
    ...{ type: one.facts.changeType ?? '', price: scaled(one.price || '0', 6), at: at(one) },
    operator: one.facts.operator ?? '',
  })),
  purchase: kind(tellPurchase, '3', (one) => ({
    ...tradeOf(one),
    ...{ lot: one.lot, producer: one.facts.producer ?? '', approvalNo: one.facts.approvalNo ?? '' },
    ...{ deliveryNo: one.facts.deliveryNo ?? '', gift: one.facts.gift === true },
  })),
  back: kind(tellPurchaseReturn, '3', (one, boughtAs) => ({ ...tradeOf(one), boughtAs })),
}

const rowOf = async (
  { db }: Pick<Deps, 'db'>,
  storeId: string,
  kind: StockKind,
  docNo: string | undefined,
): Promise<StockMessage | undefined> => {
  if (!docNo) return undefined
  const [found] = await db
    .select()
    .from(stockMessage)
    .where(and(eq(stockMessage.storeId, storeId), eq(stockMessage.kind, kind), eq(stockMessage.docNo, docNo)))
  return found
}

/** The purchase that a return names, as our book has it; undefined where it names none that we know. */
export const purchaseOf = async (deps: Pick<Deps, 'db'>, { kind: of, storeId, facts }: StockMessage) =>
  of === 'back' ? rowOf(deps, storeId, 'purchase', facts.purchaseNo) : undefined

/** The stock take that a change doubles (write.ts); undefined of any other row. */
export const takeOf = async (deps: Pick<Deps, 'db'>, { kind: of, storeId, docNo }: StockMessage) =>
  of === 'change' ? rowOf(deps, storeId, 'take', doubledNo(docNo)) : undefined
