import type { JobInfo } from '@yibao/shared/agent/entities.ts'
import type { ReprintReason } from '@yibao/shared/agent/reprint.ts'
import { slip } from '@yibao/shared/calls/slip.ts'
import { createStore } from 'zustand'
import { followJob } from '../../agent/follow.ts'
import type { DeviceHandle } from '../../agent/index.ts'
import { endOf } from '../../agent/print-end.ts'
import { CallError, fetchFile, newKey, sentenceOf } from '../../api/index.ts'
import { type BatchItem, ended, itemOfJob } from './batch-state.ts'
import { type MadeSlip, makeSlip, receiptOfSlip, type SlipOrder, tellPrinted } from './make-slip.ts'

export interface BatchOrder extends SlipOrder {
  /** What names it in the list: its number and whose it is. */
  title: string
}

interface Ports {
  device: Pick<DeviceHandle, 'submit' | 'run' | 'onEvent'>
  /** Asked once for all that are printed again. */
  ask: () => Promise<ReprintReason | undefined>
}

/** ms a batch that waits for paper is watched. */
const watchedMs = 30 * 60_000
/** ms before an agent that is asked too often is asked again. */
const breathMs = 5000

/**
 * Prints the slips of several orders as one batch of the agent (print.submit with `batch`): made one after the other,
 * queued, followed to their ends; Slip/Printed hears of each. It goes on whether anybody watches or not.
 */
export const printBatch = (orders: readonly BatchOrder[], { device, ask }: Ports) => {
  const batch = newKey()
  const store = createStore<BatchItem[]>(() =>
    orders.map(({ orderId, title }) => ({ orderId, title, state: 'waiting', text: '' })),
  )
  const made = new Map<string, MadeSlip>()
  const queued = new Set<string>()
  let stopped = false
  /** Rounds of sending under way. */
  let sending = 0
  let watching: Promise<unknown> | undefined
  let reason: Promise<ReprintReason | undefined> | undefined
  const once = () => {
    reason ??= ask()
    return reason
  }

  const stateOf = (orderId: string) => store.getState().find((one) => one.orderId === orderId)?.state
  const set = (orderId: string, change: Partial<BatchItem>) =>
    store.setState((all) => all.map((one) => (one.orderId === orderId ? { ...one, ...change } : one)), true)
  const apply = (job: JobInfo) => {
    const orderId = [...made].find(([, { slipId }]) => slipId === job.id)?.[0]
    if (orderId === undefined) return
    const now = itemOfJob(job)
    const before = stateOf(orderId)
    set(orderId, now)
    const end = endOf(job)
    if (end && before !== now.state) tellPrinted(made.get(orderId)!, end, job.printer)
  }

  const submit = async (orderId: string, document: MadeSlip): Promise<JobInfo> => {
    const { slipId, documentType, reprint } = document
    const { blob } = await fetchFile(slip.get, { slipId }, { silent: true })
    const options = { idempotencyKey: slipId, documentType, batch, reprint, receipt: receiptOfSlip(slipId) }
    for (;;)
      try {
        const job = await device.submit(blob, options)
        queued.add(orderId)
        return job
      } catch (error) {
        if (stopped || !(error instanceof CallError) || error.code !== 'RATE') throw error
        await new Promise((resolve) => setTimeout(resolve, breathMs))
      }
  }
  const send = async (order: BatchOrder) => {
    const { title: _, ...wanted } = order
    const { orderId } = order
    set(orderId, { state: 'making', text: '' })
    try {
      const document = made.get(orderId) ?? (await makeSlip(wanted, once))
      if (document) made.set(orderId, document)
      if (!document || stopped) return set(orderId, { state: document ? 'cancelled' : 'kept' })
      const job = await submit(orderId, document)
      // Its end may have been heard before this answer.
      if (stateOf(orderId) === 'making') apply(job)
    } catch (error) {
      set(orderId, stopped ? { state: 'cancelled' } : { state: 'failed', text: sentenceOf(error) })
    }
  }
  const takeBack = async () => {
    for (const { orderId, state } of store.getState()) if (state === 'waiting') set(orderId, { state: 'cancelled' })
    if (queued.size) for (const job of (await device.run('print.batch.cancel', { id: batch })).items) apply(job)
  }

  const watch = async () => {
    const stop = device.onEvent(({ event, data }) => event === 'print.job' && apply(data as JobInfo))
    const look = async (id: string) => {
      const info = await device.run('print.batch', { id })
      info.items.forEach(apply)
      return info as { id: string }
    }
    const until = () => !sending && store.getState().every(ended)
    await followJob({ id: batch }, { ask: look, until, limitMs: watchedMs })
    stop()
    watching = undefined
  }
  const work = async (some: readonly BatchOrder[]) => {
    sending += 1
    watching ??= watch()
    for (const order of some) if (!stopped) await send(order)
    sending -= 1
    // One that was on its way while the person stopped has reached the queue behind the others.
    if (stopped) await takeBack()
    await watching
  }

  return {
    store,
    /** Resolves when nothing more happens by itself. */
    start: (): Promise<void> => work(orders),
    /** What waits is taken back; what the printer has comes out. */
    stop: async (): Promise<void> => {
      stopped = true
      await takeBack()
    },
    /** Prints again what did not come out: the agent's own job where it has one. */
    retry: async (orderId: string): Promise<void> => {
      stopped = false
      const document = made.get(orderId)
      if (document && queued.has(orderId)) {
        apply(await device.run('print.retry', { id: document.slipId }))
        watching ??= watch()
      } else await work(orders.filter((order) => order.orderId === orderId))
    },
    /** A person's word about one in doubt. */
    resolve: async (orderId: string, printed: boolean): Promise<void> => {
      apply(await device.run('print.resolve', { id: made.get(orderId)!.slipId, printed }))
      watching ??= watch()
    },
  }
}

export type PrintBatch = ReturnType<typeof printBatch>
