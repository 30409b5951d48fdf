import { continuation } from '@yibao/shared/calls/base.ts'
import { order as orderCalls } from '@yibao/shared/calls/order.ts'
import { rx } from '@yibao/shared/calls/prescription.ts'
import { settlement } from '@yibao/shared/calls/settlement.ts'
import { PUB_SUB_HEADER } from '@yibao/shared/envelope.ts'
import { asc, eq, sql } from 'drizzle-orm'
import type { Client, databases, TestServerOptions } from '../../../../test/kit.ts'
import { soldParts } from '../../../sale/sold-parts.ts'
import { writeSales } from '../../../sale/write.ts'
import type { Centre } from '../../../settlement/test/centre.ts'
import { type Counter, openCounter, plain } from '../../../settlement/test/counter.ts'
import { rxMessage } from '../../tables.ts'
import { pass, register } from '../../test/paper.ts'
import { tellDue } from '../round.ts'

export const shopCode = 'P32050100001'

/** Shows the e-voucher for prescriptions, as a scanner at the counter does. */
export const showCode = async (client: Client, centre: Centre, readId: string, psnNo: string) => {
  const input = { readId, present: true }
  const asked = await client.send(rx.counterCirculated, input)
  const info = asked.confimResultInfo
  if (!info) return asked
  const result = JSON.stringify({ medium: 'eVoucher', code: await centre.code(psnNo) })
  await client.ok(continuation.complete, { pubSubId: info.pubSubId, action: info.action, ok: true, result })
  return client.send(rx.counterCirculated, input, { [PUB_SUB_HEADER]: info.pubSubId })
}

/** A counter in an area with the circulation, and what its people do with a prescription. */
export const openCirculation = async (
  centre: Centre,
  database: (typeof databases)[number] = 'pglite',
  clocks: Pick<TestServerOptions, 'clock' | 'steady'> = {},
) => {
  const settings = { ...plain, rxReviewRequired: true, saleUploadDelay: 0 }
  const counter = await openCounter('clerk', { ...clocks, database, config: { settleWait: 5_000 }, settings }, centre)
  const { server, clerk } = counter
  const { deps } = server
  await register(server)
  const faults: unknown[] = []

  const read = async (psnNo: string, client = clerk) => {
    const { readId } = await counter.read(psnNo, client)
    const shown = await showCode(client, centre, readId, psnNo)
    if (!shown.success) throw new Error(JSON.stringify(shown.resultNotice ?? shown.error))
    return { readId, items: shown.result!.items }
  }
  const fetch = async (readId: string, number: string, client = clerk) => {
    const { seqNo } = await client.ok(rx.ecRxGetSeqNoHass, { readId, number })
    return client.send(rx.counterDownload, { readId, seqNo })
  }
  /** A prescription of a person, downloaded here. */
  const downloaded = async (psnNo: string, given: Record<string, unknown> = {}) => {
    const { hi_rxno } = await centre.prescribe({ psn: psnNo, ...given })
    const { readId } = await read(psnNo)
    const answer = await fetch(readId, hi_rxno)
    if (!answer.result) throw new Error(JSON.stringify(answer.resultNotice ?? answer.error))
    return answer.result
  }
  const review = async (one: { id: string; revision: number }, more: object = {}) =>
    (await pass(await server.as('pharmacist'), one, more)).result!
  const passed = async (psnNo: string, given: Record<string, unknown> = {}) => review(await downloaded(psnNo, given))
  type Rx = Awaited<ReturnType<typeof passed>>
  const price = async (
    one: Rx,
    psnNo: string,
    lines: object = [{ ownCode: '100001', quantity: '2', price: '20.00' }],
  ) => {
    const { readId, insutype } = await counter.read(psnNo)
    const { id, number, hospital, doctor } = one
    const named = { id, number, hospital, doctor }
    return clerk.send(settlement.preSettle, {
      readId,
      insutype,
      medicalType: '41',
      prescription: named,
      lines,
    } as never)
  }
  return {
    ...{ counter, server, deps, clerk, centre, faults, read, fetch, downloaded, review, passed, price },
    sell: async (one: Rx, psnNo: string, lines?: object) => {
      const priced = (await price(one, psnNo, lines)).result!
      const answer = await counter.settle(priced)
      if (!answer.success) throw new Error(JSON.stringify(answer.resultNotice))
      return priced.id
    },
    reverse: (orderId: string) => clerk.send(settlement.cancel, { orderId, reason: '顾客退货' }),
    orderOf: (id: string) => clerk.ok(orderCalls.get, { id }),
    now: (id: string) => clerk.ok(rx.get, { id }),
    /** What the job does in a round. */
    round: async () => {
      await writeSales(deps)
      return tellDue(deps, (fault) => faults.push(fault), soldParts)
    },
    /** kind:state of what the centre is told of it, in its order. */
    told: async (id: string) =>
      (await deps.db.select().from(rxMessage).where(eq(rxMessage.prescriptionId, id)).orderBy(asc(rxMessage.id))).map(
        ({ kind, state }) => `${kind}:${state}`,
      ),
    messages: (id: string) =>
      deps.db.select().from(rxMessage).where(eq(rxMessage.prescriptionId, id)).orderBy(asc(rxMessage.id)),
    /** Lost messages can no longer arrive, and the job looks again. */
    landed: (id: string) =>
      deps.db
        .update(rxMessage)
        .set({ sentAt: new Date(Date.now() - 3_600_000), nextAt: new Date(Date.now() - 1000) })
        .where(sql`${rxMessage.prescriptionId} = ${id} and ${rxMessage.nextAt} is not null`),
    /** The job looks again, and what was lost may still arrive. */
    soon: (id: string) =>
      deps.db
        .update(rxMessage)
        .set({ nextAt: new Date(Date.now() - 1000) })
        .where(sql`${rxMessage.prescriptionId} = ${id} and ${rxMessage.nextAt} is not null`),
    /** The centre's own book of a prescription. */
    book: async (psnNo: string, number: string) =>
      (await centre.prescriptions(psnNo)).find(({ hi_rxno }) => hi_rxno === number)!,
    close: () => counter.close(),
  }
}

export type Circulation = Awaited<ReturnType<typeof openCirculation>>
export type { Counter }
