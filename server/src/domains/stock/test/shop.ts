import { signIn } from '@yibao/shared/calls/sign-in.ts'
import { stock } from '@yibao/shared/calls/stock.ts'
import { importing } from '@yibao/shared/calls/transfer.ts'
import type { ImportTypeName } from '@yibao/shared/entities/transfer.ts'
import { and, asc, eq } from 'drizzle-orm'
import type { Client } from '../../../test/kit.ts'
import { tryImport } from '../../../test/try-import.ts'
import { untilEnded } from '../../../test/until-ended.ts'
import { type Cell, xlsxBytes } from '../../../xlsx/write.ts'
import { store } from '../../organisation/tables.ts'
import type { Centre } from '../../settlement/test/centre.ts'
import { openCounter } from '../../settlement/test/counter.ts'
import { stockDue } from '../round.ts'
import { type StockMessage, stockMessage } from '../tables.ts'

export const company = { companyId: '10001', verifyCode: 'demo-verify' }
/** The stores that the tests' clerks stand in: Jiangxi's edition and Hunan's. */
export const jx = { storeNo: 'S001', code: 'P32050100001' }
export const hn = { storeNo: 'S004', code: 'P43010200001' }

const packs = { madeOn: '2026-01-15', expiresOn: '2028-12-31' }
const trade = { supplier: '示例医药有限公司', operator: '阿卜杜热依木江·买买提艾力·吐尔逊尼', price: '9.80' }
const goods = { ownCode: '100001', on: '2026-11-01' }

export const takeRow = (docNo: string, more: object = {}) => ({
  ...{ docNo, ...goods, quantity: '120', lot: 'A20260115', ...packs },
  ...more,
})
export const changeRow = (docNo: string, more: object = {}) => ({
  ...{ docNo, ...goods, quantity: '2', changeType: '103', operator: '李䶮' },
  ...more,
})
export const purchaseRow = (docNo: string, more: object = {}) => ({
  ...{ docNo, ...goods, quantity: '100', lot: 'A20260115', ...packs, ...trade, approvalNo: '国药准字H00000000' },
  ...more,
})
export const backRow = (docNo: string, more: object = {}) => ({
  ...{ docNo, ...goods, quantity: '10', ...packs, ...trade, invoiceNo: 'FP1' },
  ...more,
})

type Rows = Partial<Record<'purchase' | 'back' | 'take' | 'change', object[]>>

/** A counter whose store's stock is told; an ERP, sheets, the job and the centre's book beside it. */
export const openStock = async (shared?: Centre) => {
  const counter = await openCounter('clerk', {}, shared)
  const { server, clerk, centre } = counter
  const { deps } = server
  const hunan = await server.as('clerk3')
  await hunan.ok(signIn.do)
  await deps.db.update(store).set({ settings: { saleUploadDelay: 0 } })
  const faults: unknown[] = []
  const where = (docNo: string) => eq(stockMessage.docNo, docNo)
  const rows = (docNo: string): Promise<StockMessage[]> =>
    deps.db.select().from(stockMessage).where(where(docNo)).orderBy(asc(stockMessage.id))
  const one = async (docNo: string): Promise<StockMessage> => (await rows(docNo))[0]!
  return {
    ...{ counter, server, deps, clerk, hunan, centre, faults, rows, one },
    /** Stock/Report of an ERP, which nobody signed in. */
    report: (some: Rows, storeNo = jx.storeNo) =>
      server.nobody.send(stock.report, { ...company, storeNo, ...some } as never),
    round: () => stockDue(deps, (fault) => faults.push(fault)),
    state: async (docNo: string): Promise<string | undefined> => (await one(docNo))?.state,
    /** What the centre holds of a row: [transaction, fields], by our batch number. */
    told: async (docNo: string, code = jx.code) => {
      const mine = new Set((await rows(docNo)).map(({ batchNo }) => batchNo))
      const book = await centre.pieces(code)
      return book.filter((piece) => mine.has(piece.fixmedins_bchno))
    },
    upload: async (docNo: string, client: Client = clerk) => {
      const ids = (await rows(docNo)).map(({ id }) => id)
      const { progressId } = await client.ok(stock.upload, { ids })
      return untilEnded(client, progressId)
    },
    remove: async (docNo: string, client: Client = clerk) =>
      client.send(stock.delete, { id: (await one(docNo)).id, reason: '录错批号' }),
    /** A sheet as the upload dialog sends it: checked, and what is right brought in; what the end says. */
    sheet: async (importType: ImportTypeName, titles: string[], cells: Cell[][], client: Client = clerk) => {
      const columns = titles.map((title) => ({ title, width: 10 }))
      const bytes = await xlsxBytes([{ name: '表', columns, rows: [cells] }])
      const { result, error } = await tryImport(server, client, { importType }, bytes)
      if (!result) throw new Error(JSON.stringify(error))
      if (!result.good) return { ...result, said: '' }
      const { progressId } = await client.ok(importing.run, { importId: result.importId })
      const { text: said } = await untilEnded(client, progressId)
      return { ...result, said }
    },
    /** A lost message can no longer arrive. */
    landed: (docNo: string) =>
      deps.db
        .update(stockMessage)
        .set({ sentAt: new Date(Date.now() - 3_600_000), nextAt: new Date(Date.now() - 1000) })
        .where(where(docNo)),
    /** The row as a program leaves it that died while it sent. */
    set: (docNo: string, values: Partial<StockMessage>) =>
      deps.db
        .update(stockMessage)
        .set(values)
        .where(and(where(docNo))),
    fault: (fault: string, infno: string, more: object = {}) => centre.fault({ fault, infno, ...more }),
    close: () => counter.close(),
  }
}
