import { Refusal } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import { reportFault } from '../../process/fault.ts'
import { inBackground, type Progress } from './progress.ts'
import { beginRun } from './runs.ts'
import { Silences, silentText } from './silences.ts'
import { isStopping, Stopped } from './stopping.ts'

/** What came of one store's part, in words. */
export interface Told {
  ok: boolean
  text: string
  /** Its centre answered nothing, or something; undefined where it was not asked. */
  silent?: boolean | undefined
}

interface Work {
  name: string
  /** What tells it from others of its name: a day, a month. */
  of?: string | undefined
  /** What is said where every store went well. */
  done: (stores: number) => string
  /** Said at its end: what it was not done to. */
  beside?: string
}

/** A centre that cannot be reached, or gave no answer. */
const silentKeys: readonly string[] = ['centre.down', 'centre.unknown']

const failed = (name: string, error: unknown): Told => {
  if (error instanceof Stopped) return { ok: false, text: `已停止，没有做完；已完成的部分保留` }
  if (error instanceof Refusal) {
    const silent = silentKeys.includes(error.key) || undefined
    return { ok: false, text: [error.message, error.tips].filter(Boolean).join('。'), silent }
  }
  // Whatever one store met, the others are asked about.
  reportFault('a store among many', error)
  return { ok: false, text: `没有做完，已完成的部分保留，请对这家门店再做一次「${name}」` }
}

/**
 * The same work for each store behind one progress; a store's refusal is its line and the others go on. An area whose centre
 * is silent at some stores in a row is left alone, and each of its other stores says so. Its owner may stop it: what was
 * done stays done, and the stores behind it say that they were not.
 */
export const eachStore = async <Store extends { id: string; name: string; areaCode: string }>(
  c: Context,
  stores: readonly Store[],
  { name, of, done, beside = '' }: Work,
  work: (store: Store, step: (text: string) => Promise<void>) => Promise<Told>,
): Promise<{ progressId: string }> => {
  const ids = stores.map(({ id }) => id)
  c.on('', ...ids)
  const begun = await beginRun(c, `共 ${stores.length} 家门店`, { name, of, stores: ids })
  if ('already' in begun) return { progressId: begun.already }
  const run = async (running: Progress): Promise<string> => {
    const silences = new Silences()
    let [left, skipped] = [0, 0]
    for (const [i, store] of stores.entries()) {
      const step = async (text: string) => {
        await running.step((i / stores.length) * 100, `${store.name}：${text}`)
        if (await isStopping(c.deps, running.id)) throw new Stopped()
      }
      const attempt = async (): Promise<Told> => {
        if (silences.has(store.areaCode)) {
          skipped += 1
          return { ok: false, text: silentText('这家门店没有做', `做「${name}」`) }
        }
        await step('开始')
        return work(store, step)
      }
      if (i && (await isStopping(c.deps, running.id))) {
        const rest = stores.slice(i).map((one) => ({ target: one.name, ok: false, text: '已停止，没有做' }))
        await running.step(99, '正在停止', ...rest)
        return `已停止：做了 ${i} 家门店，余下 ${rest.length} 家没有做；要继续，请再做一次「${name}」`
      }
      const { silent, ...told } = await attempt().catch((error: unknown) => failed(name, error))
      silences.hear(store.areaCode, silent)
      if (!told.ok) left += 1
      const result = { target: store.name, ...told }
      await running.step(((i + 1) / stores.length) * 100, `已完成 ${i + 1} / ${stores.length} 家`, result)
    }
    const rest = skipped ? `；${silentText(`${skipped} 家没有做`, `做「${name}」`)}` : ''
    return `${left ? `${stores.length} 家门店，${left} 家还要处理${rest}` : done(stores.length)}${beside}`
  }
  const progressId = inBackground(c.deps, begun.running, run, {
    errorText: `${name}中断，已完成的门店保留结果，请再做一次`,
    report: (fault) => reportFault('work of many stores', fault),
  })
  return { progressId }
}
