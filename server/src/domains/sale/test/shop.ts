import { sale } from '@yibao/shared/calls/sale.ts'
import { settlement } from '@yibao/shared/calls/settlement.ts'
import { doctor } from '@yibao/shared/calls/staff.ts'
import { asc, eq } from 'drizzle-orm'
import type { Client, TestServerOptions } from '../../../test/kit.ts'
import { untilEnded } from '../../../test/until-ended.ts'
import { store } from '../../organisation/tables.ts'
import type { Centre } from '../../settlement/test/centre.ts'
import { openCounter } from '../../settlement/test/counter.ts'
import { uploadDue } from '../round.ts'
import { type Piece, salePiece } from '../tables.ts'
import { writeSales } from '../write.ts'

export const shopCode = 'P32050100001'
export const zhangSan = '32050000000000000001'
export const batch = { lot: 'A20260901', madeOn: '2026-09-01', expiresOn: '2028-08-31' }

/** A line of a basket: an item without prescription, with its batch. */
export const line = (quantity = '1', traceCodes?: string[]) => ({
  ...{ ownCode: '100002', quantity, price: '30.00', ...batch },
  ...(traceCodes ? { traceCodes } : {}),
})

let serial = 0
/** A pack's code that no other test has. */
export const newCode = (): string => `81234567${String(Date.now()).slice(-8)}${String(++serial).padStart(4, '0')}`

/** A counter whose store has a pharmacist and tells at once. */
export const openShop = async (options: TestServerOptions = {}, centre?: Centre) => {
  const counter = await openCounter('clerk', options, centre)
  const { deps } = counter.server
  const boss = await counter.server.as('area', { areaCode: '320500' })
  const [shop] = await deps.db.select().from(store).where(eq(store.fixmedinsCode, shopCode))
  const storeId = shop!.id
  await deps.db
    .update(store)
    .set({ settings: { saleUploadDelay: 0 } })
    .where(eq(store.id, storeId))
  const faults: unknown[] = []
  const pharmacist = { name: '顾𠮷', category: '3', code: 'D320501000009', certificateNo: 'ZG3205000001' }
  await boss.ok(doctor.add, { storeId, ...pharmacist, isDefault: true } as never)

  const rows = (orderId: string): Promise<Piece[]> =>
    deps.db.select().from(salePiece).where(eq(salePiece.orderId, orderId)).orderBy(asc(salePiece.batchNo))
  return {
    ...{ counter, deps, boss, storeId, faults, rows },
    clerk: counter.clerk,
    centre: counter.centre,
    /** A settled order of these lines. */
    sell: async (lines: object[] = [line()]): Promise<string> => {
      const person = await counter.read(zhangSan)
      const order = await counter.preSettle(person, { lines } as never)
      const { id: orderId, settleKey = '', audit } = order
      if (audit?.length) await counter.clerk.ok(settlement.confirmAudit, { orderId, settleKey, reason: '已核对药盒' })
      const answer = await counter.settle(order)
      if (!answer.success) throw new Error(JSON.stringify(answer.error ?? answer.resultNotice))
      return order.id
    },
    reverse: (orderId: string, client: Client = counter.clerk) =>
      client.send(settlement.cancel, { orderId, reason: '顾客退货' }),
    /** What the job does in a round. */
    round: async (): Promise<number> => {
      await writeSales(deps)
      return uploadDue(deps, (fault) => faults.push(fault))
    },
    /** state by kind and piece: sale:uploaded. */
    states: async (orderId: string): Promise<string[]> =>
      (await rows(orderId)).map(({ kind, state }) => `${kind}:${state}`),
    /** The centre's book of an order, by transaction. */
    told: async (orderId: string): Promise<string[]> => {
      const mine = new Set((await rows(orderId)).map(({ batchNo }) => batchNo))
      const book = await counter.centre.pieces(shopCode)
      return book.filter((one) => mine.has(one.fixmedins_bchno)).map(({ infno }) => infno)
    },
    upload: async (input: object) => {
      const { progressId } = await counter.clerk.ok(sale.upload, input as never)
      return untilEnded(counter.clerk, progressId)
    },
    /** Lost messages can no longer arrive. */
    landed: (orderId: string) =>
      deps.db
        .update(salePiece)
        .set({ sentAt: new Date(Date.now() - 3_600_000), nextAt: new Date(Date.now() - 1000) })
        .where(eq(salePiece.orderId, orderId)),
    /** The pieces as a program leaves them that died while it sent. */
    fault: (fault: string, infno: string, more: object = {}) => counter.centre.fault({ fault, infno, ...more }),
    close: () => counter.close(),
  }
}

export type Shop = Awaited<ReturnType<typeof openShop>>
