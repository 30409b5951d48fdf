import { approval } from '@yibao/shared/calls/approval.ts'
import { message } from '@yibao/shared/calls/message.ts'
import { eq, sql } from 'drizzle-orm'
import type { Client } from '../../../test/kit.ts'
import { type Ended, untilEnded } from '../../../test/until-ended.ts'
import { area } from '../../organisation/tables.ts'
import { type Bench, type Day, openBench } from '../../reconciliation/test/bench.ts'
import type { Centre } from '../../settlement/test/centre.ts'
import { approvalRequest } from '../tables.ts'

/** A bench whose area asks a second person for everything, with one who is not beside the clerk. */
class Desk {
  readonly bench: Bench
  constructor(bench: Bench) {
    this.bench = bench
  }

  close(): Promise<void> {
    return this.bench.close()
  }

  get deps() {
    return this.bench.counter.server.deps
  }

  /** An administrator of Suzhou; sessions end as days pass, so it is opened when it is needed. */
  boss(userName = 'area'): Promise<Client> {
    return this.bench.counter.server.as(userName, { areaCode: '320500' })
  }

  set(settings: Record<string, unknown>) {
    return this.deps.db
      .update(area)
      .set({ settings: sql`${area.settings} || ${JSON.stringify(settings)}::jsonb` })
      .where(eq(area.code, '320500'))
  }

  /** The application of a settlement's reversal: its id. */
  async askReversal(day: Day, orderId: string, reason = '顾客退药'): Promise<string> {
    const { no } = await day.client.ok(approval.submit, { reversal: { orderId, reason } })
    return (await this.mine(day.client)).find((one) => one.no === no)!.id
  }

  async mine(client: Client) {
    return (await client.ok(approval.paged, { tab: 'mine', pageSize: 100 })).items
  }

  async todo(client: Client) {
    return (await client.ok(approval.paged, { tab: 'todo', pageSize: 100 })).items
  }

  /** Says yes and waits until everything is carried out, or broken off. */
  async approve(client: Client, ...ids: string[]): Promise<Ended> {
    const { progressId } = await client.ok(approval.do, { ids, verdict: 'approve', opinion: '' })
    return untilEnded(client, progressId)
  }

  async row(id: string) {
    const [row] = await this.deps.db.select().from(approvalRequest).where(eq(approvalRequest.id, id))
    return row!
  }

  /** Titles of what somebody has not read. */
  async unread(client: Client): Promise<string[]> {
    return (await client.ok(message.paged, { tab: 'unread', type: 'approval', pageSize: 100 })).items.map(
      ({ title }) => title,
    )
  }

  async stateOf(client: Client, id: string) {
    const { state, outcome } = await client.ok(approval.get, { id })
    return [state, outcome]
  }
}

export const openDesk = async (centre: Centre): Promise<Desk> => {
  const desk = new Desk(await openBench(centre))
  await desk.set({ authorizeReversal: true, authorizeUndo: true })
  return desk
}
