/** What a key does at the counter. */
export type KeyAction =
  | 'help'
  | 'read'
  | 'disease'
  | 'park'
  | 'prescription'
  | 'presettle'
  | 'settle'
  | 'print'
  | 'clear'
  | 'close'
  | 'medium1'
  | 'medium2'
  | 'medium3'
  | 'medium4'
  | 'quantity'
  | 'removeLast'
  | 'hold'
  | 'unused'

export interface KeyRow {
  action: KeyAction
  /** event.code values; the first is shown. */
  codes: readonly string[]
  alt?: true | undefined
  ctrl?: true
  /** As buttons and the key sheet show it. */
  caption: string
  title: string
  /** Runs also while a dialog is open. */
  everyLayer?: true
}

const row = (
  action: KeyAction,
  caption: string,
  title: string,
  codes: string[],
  more: Partial<KeyRow> = {},
): KeyRow => ({
  action,
  caption,
  title,
  codes,
  ...more,
})
const medium = (n: 1 | 2 | 3 | 4, title: string) => row(`medium${n}`, `Alt+${n}`, title, [`Digit${n}`], { alt: true })

/** The keys of the counter, one table per store (ux 2.3). F9 alone books money; the number pad has no key for it. */
export const counterKeys: readonly KeyRow[] = [
  row('read', 'F2', '读卡', ['F2']),
  medium(1, '电子凭证'),
  medium(2, '社保卡'),
  medium(3, '身份证'),
  medium(4, '电子社保卡'),
  row('disease', 'F3', '病种', ['F3']),
  row('prescription', 'F6', '处方', ['F6']),
  row('presettle', 'F8', '预结算', ['F8', 'NumpadAdd']),
  row('settle', 'F9', '结算', ['F9']),
  row('print', 'F10', '打印', ['F10']),
  row('park', 'F4', '挂单', ['F4']),
  row('clear', 'Ctrl+Delete', '清屏', ['Delete'], { ctrl: true }),
  row('quantity', '*', '末行数量', ['NumpadMultiply']),
  row('removeLast', '小键盘 −', '移出末行', ['NumpadSubtract']),
  row('help', 'F1', '按键一览', ['F1']),
  row('close', 'Esc', '关闭最上层', ['Escape'], { everyLayer: true }),
  row('hold', 'F5', '正在接待时不刷新', ['F5']),
  // Between F6 and F8: the browser's question about it lies over the page until somebody answers (ux 2.3).
  row('unused', 'F7', '不使用', ['F7']),
]

export interface Pressed {
  code: string
  altKey: boolean
  ctrlKey: boolean
  metaKey: boolean
  shiftKey: boolean
  repeat: boolean
}

/** Every other way in which a hand asks the browser for the page anew. */
const reloads = ({ code, altKey, ctrlKey, metaKey }: Omit<Pressed, 'repeat'>): boolean =>
  !altKey && (code === 'F5' || (code === 'KeyR' && (ctrlKey || metaKey)))

/** The row a key event means; undefined when the key is none of the table's. */
export const keyRowOf = <Row extends Pick<KeyRow, 'codes' | 'alt' | 'ctrl'> & { action?: string }>(
  event: Omit<Pressed, 'repeat'>,
  table: readonly Row[],
): Row | undefined =>
  (event.metaKey || event.shiftKey
    ? undefined
    : table.find(
        (key) => key.codes.includes(event.code) && !!key.alt === event.altKey && !!key.ctrl === event.ctrlKey,
      )) ?? (reloads(event) ? table.find(({ action }) => action === 'hold') : undefined)

/**
 * A digit of the number pad that arrives as an arrow or End: a quantity typed so would move the cursor instead (ux 9.4).
 * Shift turns the pad around on purpose.
 */
export const lacksNumLock = ({ code, key, shiftKey }: Pick<KeyboardEvent, 'code' | 'key' | 'shiftKey'>): boolean =>
  !shiftKey &&
  /^Numpad(\d|Decimal)$/.test(code) &&
  /^(Arrow\w+|Home|End|PageUp|PageDown|Insert|Delete|Clear)$/.test(key)

/** What to do with a key event: `prevent` keeps the browser's own meaning away even when nothing runs. */
export const decideKey = (
  event: Pressed,
  { dialog, table = counterKeys }: { dialog: boolean; table?: readonly KeyRow[] },
): { prevent: boolean; action: KeyAction | undefined } => {
  const key = keyRowOf(event, table)
  if (!key) return { prevent: false, action: undefined }
  const runs = !event.repeat && (!dialog || key.everyLayer === true)
  return { prevent: key.action !== 'close', action: runs ? key.action : undefined }
}

/** A store's own table: an area setting `{action: code}` moves a key that the ERP takes (ux 2.3). */
export const remapKeys = (setting: unknown, table = counterKeys): readonly KeyRow[] => {
  if (typeof setting !== 'object' || setting === null) return table
  const moved = setting as Record<string, unknown>
  const own = table.map((key): KeyRow => {
    const code = moved[key.action]
    if (typeof code !== 'string') return key
    const alt = code.startsWith('Alt+')
    const bare = code.replace(/^Alt\+/, '')
    const main = /^[A-Z]$/.test(bare) ? `Key${bare}` : bare
    const pad = alt ? [] : key.codes.filter((c) => c.startsWith('Numpad') && c !== main)
    return { ...key, caption: code, codes: [main, ...pad], alt: alt ? true : undefined }
  })
  return restOf(own, table)
}

/** What no action has any more does nothing, and the browser asks, searches and opens menus by it no more than by F7. */
const restOf = (own: readonly KeyRow[], table: readonly KeyRow[]): readonly KeyRow[] => {
  const taken = new Set(own.flatMap(({ action, codes, alt }) => (action === 'unused' || alt ? [] : codes)))
  const standard = table.flatMap(({ codes, alt }) => (alt ? [] : codes))
  const free = standard.filter((code) => /^F\d+$/.test(code) && !taken.has(code))
  return own.map((key) => (key.action === 'unused' ? { ...key, codes: free } : key))
}

/** The actions that a store may give another key. */
const movable: readonly KeyAction[] = ['read', 'disease', 'park', 'prescription', 'presettle', 'settle', 'print']

/** A text that names keys as the standard table has them, with the store's own. */
export const withKeysOf =
  (table: readonly KeyRow[]) =>
  (text: string): string =>
    text.replace(/\bF\d+\b/g, (caption) => {
      const standard = counterKeys.find((key) => key.caption === caption && movable.includes(key.action))
      return standard ? captionOf(standard.action, table) : caption
    })

/** Caption of an action, for its button. */
export const captionOf = (action: KeyAction, table = counterKeys): string =>
  table.find((key) => key.action === action)?.caption ?? ''
