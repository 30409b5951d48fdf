import { Refusal } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import { reportFault } from '../../process/fault.ts'
import { inBackground, startProgress } from '../system/progress.ts'
import { isStopping } from '../system/stopping.ts'
import type { Told } from './told.ts'

/** More than these are a period's matter, not a button's. */
export const mostAtOnce = 2000
/** What is named of those that were not uploaded. */
const named = 50

/** Something was not uploaded: the progress ends with it. */
class Unfinished extends Error {}

/** A row to be told, and how people know it. */
interface Asked {
  id: string
  storeId: string
  target: string
}

/**
 * What a person asks to be told, one after the other behind a progress; `tell` claims each, undefined when somebody else
 * has it. A store whose centre cannot be told now is left for later.
 */
export const tellInTurn = async (
  c: Context,
  title: string,
  rows: readonly Asked[],
  tell: (id: string) => Promise<Told | undefined>,
): Promise<{ progressId: string }> => {
  for (const { target, storeId } of rows) c.on(target, storeId)
  const stores = [...new Set(rows.map(({ storeId }) => storeId))]
  const running = await startProgress(c.deps, c.me, `${title}，共 ${rows.length} 条`, {
    name: title,
    by: c.me.name,
    stores,
  })
  const tellOne = async (id: string): Promise<Told> => {
    try {
      return (await tell(id)) ?? { kind: 'open', text: '正在上传，请稍候再看' }
    } catch (fault) {
      if (fault instanceof Refusal) return { kind: 'down', text: fault.message }
      throw fault
    }
  }
  const all = async () => {
    const down = new Set<string>()
    let done = 0
    let failed = 0
    for (const [i, { id, storeId, target }] of rows.entries()) {
      if (await isStopping(c.deps, running.id)) return `已停止：${done} 条已处理，余下 ${rows.length - i} 条没有上传`
      const told: Told = down.has(storeId) ? { kind: 'down', text: '医保中心没有答复，没有再发' } : await tellOne(id)
      if (told.kind === 'done') done++
      else failed++
      // Nor is a second message sent into a silence: each would be a minute's wait, and one more whose fate nobody knows.
      if (told.kind === 'down' || told.kind === 'unknown') down.add(storeId)
      const ok = told.kind === 'done'
      const text = told.also ? `${told.text}：${told.also}` : told.text
      const result = told.also || (!ok && failed <= named) ? { target, ok, text } : undefined
      await running.step(((i + 1) / rows.length) * 100, `${i + 1} / ${rows.length}`, ...(result ? [result] : []))
    }
    if (failed) throw new Unfinished(`${done} 条已处理，${failed} 条没有上传`)
    return `${done} 条已处理`
  }
  const progressId = inBackground(c.deps, running, all, {
    errorText: (fault) =>
      fault instanceof Unfinished ? fault.message : '上传没有做完，已上传的已保存，请刷新后重试其余的',
    report: (fault) => {
      if (!(fault instanceof Unfinished)) reportFault('stock upload', fault)
    },
  })
  return { progressId }
}
