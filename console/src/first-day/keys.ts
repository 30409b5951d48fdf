import { FlowProblem } from '../kit/index.ts'
import type { Check } from './context.ts'

/** The counter's keys that an ERP or the system may keep for itself (ux 2.3). */
export const counterKeys = ['F2', 'F4', 'F6', 'F8', 'F9', 'F10'] as const
/** ms without a key after which the missing ones are taken to be kept by somebody else. */
const patienceMs = 15_000

/** Waits until every key was pressed, or nothing came for a while; answers the missing ones. */
export const waitForKeys = (
  wanted: readonly string[],
  {
    onLeft,
    signal,
    target = window,
    patience = patienceMs,
  }: {
    onLeft: (left: string[]) => void
    signal: AbortSignal
    target?: Pick<Window, 'addEventListener' | 'removeEventListener'>
    patience?: number
  },
): Promise<string[]> =>
  new Promise((resolve) => {
    const left = new Set(wanted)
    const end = () => {
      clearTimeout(timer)
      target.removeEventListener('keydown', onKey, { capture: true })
      resolve([...left])
    }
    const onKey = (event: KeyboardEvent) => {
      if (!wanted.includes(event.key)) return
      event.preventDefault()
      event.stopPropagation()
      if (!left.delete(event.key)) return
      onLeft([...left])
      clearTimeout(timer)
      timer = setTimeout(end, patience)
      if (!left.size) end()
    }
    let timer = setTimeout(end, patience)
    target.addEventListener('keydown', onKey, { capture: true })
    signal.addEventListener('abort', end, { once: true })
  })

/** Each key of the counter reaches the page; one that does not is told with its way out. */
export const checkKeys: Check = async ({ say, signal }) => {
  const told = (left: readonly string[]) => {
    const done = counterKeys.length - left.length
    if (left.length) say(`请依次按 ${left.join(' ')}`, (done / counterKeys.length) * 100)
  }
  told(counterKeys)
  const missing = await waitForKeys(counterKeys, { onLeft: told, signal })
  if (!missing.length) return { text: `${counterKeys.join(' ')} 都能收到` }
  if (missing.length === counterKeys.length)
    throw new FlowProblem({
      what: '没有收到任何功能键',
      meaning: '窗口没有得到键盘，或笔记本键盘要按 Fn',
      next: '点一下本页，用 Fn 或外接键盘再试',
    })
  return {
    text: `没有收到 ${missing.join('、')}：可能被 ERP 或系统占用。请管理员在医保配置中换键，或在本机用鼠标点按钮`,
    warn: true,
    facts: { missing: missing.join(' ') },
  }
}
