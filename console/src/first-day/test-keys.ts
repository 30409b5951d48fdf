import { keyRowOf } from '../counter/keys.ts'
import { FlowProblem } from '../kit/index.ts'
import type { Check } from './context.ts'
import { keysOf, keysToTest, type TestedKey } from './store-keys.ts'

/** ms without a key after which the missing ones are taken to be kept by somebody else. */
const patienceMs = 15_000

/** Waits until every key was pressed, or nothing came for a while; answers the captions of the missing ones. */
export const waitForKeys = (
  wanted: readonly TestedKey[],
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
    const left = new Set(wanted.map(({ caption }) => caption))
    const end = () => {
      clearTimeout(timer)
      target.removeEventListener('keydown', onKey, { capture: true })
      resolve([...left])
    }
    const onKey = (event: KeyboardEvent) => {
      const key = keyRowOf(event, wanted)
      if (!key) return
      event.preventDefault()
      event.stopPropagation()
      if (!left.delete(key.caption)) return
      onLeft([...left])
      clearTimeout(timer)
      timer = setTimeout(end, patience)
      if (!left.size) end()
    }
    let timer = setTimeout(end, patience)
    target.addEventListener('keydown', onKey, { capture: true })
    signal.addEventListener('abort', end, { once: true })
    if (signal.aborted) end()
  })

/** Each key of the counter reaches the page; one that does not is told with its way out. */
export const testKeys: Check = async (tools) => {
  const { say, signal } = tools
  // On a line that is down the keyboard can be tested all the same.
  const keys = await keysOf(tools).catch(() => keysToTest(undefined))
  const captions = keys.map(({ caption }) => caption)
  const told = (left: readonly string[]) => {
    const done = captions.length - left.length
    if (left.length) say(`请依次按 ${left.join(' ')}`, (done / captions.length) * 100)
  }
  told(captions)
  const missing = await waitForKeys(keys, { onLeft: told, signal })
  if (!missing.length) return { text: `${captions.join(' ')} 都能收到` }
  if (missing.length === captions.length)
    throw new FlowProblem({
      what: '没有收到任何功能键',
      meaning: '窗口没有得到键盘，或笔记本键盘要按 Fn',
      next: '点一下本页，用 Fn 或外接键盘再试',
    })
  const names = keys.filter(({ caption }) => missing.includes(caption)).map((key) => `${key.caption} ${key.title}`)
  return {
    text: `没有收到 ${names.join('、')}：可能被 ERP 或系统占用。请管理员在医保配置中换键，登录后再测；或在本机用鼠标点按钮`,
    warn: true,
    facts: { missing: missing.join(' ') },
  }
}
