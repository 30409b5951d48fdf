import { keyRowOf } from '../counter/keys.ts'
import { FlowProblem } from '../kit/index.ts'
import type { Check, Tools } from './context.ts'
import { offerMoves } from './move-keys.ts'
import { keySetting, keysToTest, type TestedKey } from './store-keys.ts'

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

const test = async ({ say, signal }: Tools, keys: readonly TestedKey[]): Promise<readonly TestedKey[]> => {
  const told = (left: readonly string[]) => {
    const done = keys.length - left.length
    if (left.length) say(`请依次按 ${left.join(' ')}`, (done / keys.length) * 100)
  }
  told(keys.map(({ caption }) => caption))
  const missing = await waitForKeys(keys, { onLeft: told, signal })
  return keys.filter(({ caption }) => missing.includes(caption))
}

/** Each key of the counter reaches the page; one that does not is moved, or told with its way out. */
export const testKeys: Check = async (tools) => {
  // On a line that is down the keyboard can be tested all the same.
  const setting = await keySetting(tools).catch(() => undefined)
  const keys = keysToTest(setting)
  let missing = await test(tools, keys)
  if (missing.length === keys.length)
    throw new FlowProblem({
      what: '没有收到任何功能键',
      meaning: '窗口没有得到键盘，或笔记本键盘要按 Fn',
      next: '点一下本页，用 Fn 或外接键盘再试',
    })
  const moves = missing.length && !tools.signal.aborted ? await offerMoves(tools, missing, setting) : []
  const moved = keysToTest(Object.assign({}, setting, ...moves.map(({ from, to }) => ({ [from.action]: to }))))
  if (moves.length) {
    const again = await test(
      tools,
      moved.filter(({ action }) => moves.some(({ from }) => from.action === action)),
    )
    missing = [...missing.filter((key) => !moves.some(({ from }) => from === key)), ...again]
  }
  const changes = moves.map(({ from, to }) => `${from.title}由 ${from.caption} 改为 ${to}`).join('、')
  const also = changes && `；${changes}，本店每台收银电脑都是`
  if (!missing.length) return { text: `${moved.map(({ caption }) => caption).join(' ')} 都能收到${also}` }
  const names = missing.map(({ caption, title }) => `${caption} ${title}`)
  return {
    text: `没有收到 ${names.join('、')}：可能被 ERP 或系统占用。请管理员在医保配置中换键，登录后再测；或在本机用鼠标点按钮${also}`,
    warn: true,
    facts: { missing: missing.map(({ caption }) => caption).join(' ') },
  }
}
