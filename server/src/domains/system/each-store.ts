import { Refusal } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import { reportFault } from '../../process/fault.ts'
import { inBackground, type Progress, startProgress } from './progress.ts'

/** What came of one store's part, in words. */
export interface Told {
  ok: boolean
  text: string
}

/** The same work for each store behind one progress; a store's refusal is its line and the others go on. */
export const eachStore = async <Store extends { id: string; name: string }>(
  c: Context,
  stores: readonly Store[],
  { name, done }: { name: string; done: (stores: number) => string },
  work: (store: Store, step: (text: string) => Promise<void>) => Promise<Told>,
): Promise<{ progressId: string }> => {
  c.on('', ...stores.map(({ id }) => id))
  const run = async (running: Progress): Promise<string> => {
    let left = 0
    for (const [i, store] of stores.entries()) {
      const step = (text: string) => running.step((i / stores.length) * 100, `${store.name}：${text}`)
      await step('开始')
      const told = await work(store, step).catch((error: unknown): Told => {
        if (error instanceof Refusal) return { ok: false, text: [error.message, error.tips].filter(Boolean).join('。') }
        // Whatever one store met, the others are asked about.
        reportFault('a store among many', error)
        return { ok: false, text: '没有做完，已完成的部分保留，请对这家门店再做一次' }
      })
      if (!told.ok) left += 1
      const result = { target: store.name, ...told }
      await running.step(((i + 1) / stores.length) * 100, `已完成 ${i + 1} / ${stores.length} 家`, result)
    }
    return left ? `${stores.length} 家门店，${left} 家还要处理` : done(stores.length)
  }
  const running = await startProgress(c.deps, c.me, `共 ${stores.length} 家门店`)
  const progressId = inBackground(c.deps, running, run, {
    errorText: `${name}中断，已完成的门店保留结果，请再做一次`,
    report: (fault) => reportFault('work of many stores', fault),
  })
  return { progressId }
}
