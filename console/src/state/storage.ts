/** The keys SPEC 3 names, and the few of our own. */
export type StoreKey =
  | 'token'
  | 'userName'
  | 'userInfo'
  | 'initializeInfo'
  | 'ui'
  | 'uiTable'
  | 'readCard'
  | 'preAmount'
  | 'threeReadCard'
  | 'role'
  | 'tokenGenerateTimestamp'
  | 'tokenChanging'
  | 'districtOptions'
  | 'medicalAreaCodes'
  | 'cardReaderTypes'
  | 'cardDistricts'
  | 'allEnums'
  | 'rememberedUser'
  | 'userBackup'
  | 'theme'
  | 'layout'
  | 'agentKnown'
  | 'loadRefresh'
  | 'locked'
  | 'active'

// Private windows and locked-down ERP boxes may refuse localStorage: the session then lives as long as the page. Only what
// was refused: anything else another window may have changed meanwhile.
const memory = new Map<string, string>()

const attempt = <T>(work: () => T, otherwise: T): T => {
  try {
    return work()
  } catch {
    return otherwise
  }
}

/** What belongs to who is signed in. */
const ofSession: ReadonlySet<StoreKey> = new Set([
  ...([
    'token',
    'tokenGenerateTimestamp',
    'tokenChanging',
    'userName',
    'userInfo',
    'initializeInfo',
    'role',
    'ui',
  ] as const),
])

/** What belongs to this PC, whoever is signed in. */
const ofPc: ReadonlySet<StoreKey> = new Set([
  ...(['rememberedUser', 'theme', 'layout', 'agentKnown', 'loadRefresh', 'locked', 'active'] as const),
])

/**
 * A session that is this window's alone: a guest's, who proceeds without logging in (SPEC 5), or that of an administrator
 * who views as somebody else. '' = a person's, who shares his with the windows beside.
 */
type Own = '' | 'guest' | 'view'
const ownKey = 'yibao.own'
const own = () => attempt(() => (sessionStorage.getItem(ownKey) ?? '') as Own, '')

/** Whether this window has a session of its own: a guest's, or one through another person's eyes. */
export const isOwnWindow = (): boolean => own() !== ''
/** Whether somebody looks through another person's eyes here: nothing may be changed. */
export const isViewWindow = (): boolean => own() === 'view'

/** Whose the session is that is kept next. */
export const setOwnWindow = (next: Own): void => {
  if (next === own()) return
  if (!next) remove(...ofSession)
  attempt(() => (next ? sessionStorage.setItem(ownKey, next) : sessionStorage.removeItem(ownKey)), undefined)
}

// An operator's session in the windows beside must not become a guest's, nor end with his; of whom somebody looks at,
// nothing at all may be found by the next one.
const shelfOf = (key: StoreKey): Storage =>
  (isOwnWindow() && ofSession.has(key)) || (isViewWindow() && !ofPc.has(key)) ? sessionStorage : localStorage

/** Prepares another window of this browser for a view, which begins when it is opened; what it had is forgotten. */
export const prepareView = ({ sessionStorage: there }: Window, kept: Partial<Record<StoreKey, string>>): void => {
  there.clear()
  for (const [key, value] of Object.entries({ ...kept, [ownKey]: 'view' })) there.setItem(key, value)
}

/** Forgets all that a view left in this window, which is then like any other. */
export const forgetView = (): void => {
  memory.clear()
  attempt(() => sessionStorage.clear(), undefined)
}

/** What is kept under a key; '' when nothing, also where the browser keeps nothing at all. */
export const readText = (key: StoreKey): string =>
  memory.get(key) ?? attempt(() => shelfOf(key).getItem(key), null) ?? ''

/** Keeps a text; where the browser takes none, until this document ends. */
export const writeText = (key: StoreKey, value: string): void => {
  const kept = attempt(() => {
    shelfOf(key).setItem(key, value)
    return true
  }, false)
  if (kept) memory.delete(key)
  else memory.set(key, value)
}

/** Forgets them. */
export const remove = (...keys: StoreKey[]): void => {
  for (const key of keys) {
    memory.delete(key)
    attempt(() => shelfOf(key).removeItem(key), undefined)
  }
}

const kindOf = (value: unknown) => (Array.isArray(value) ? 'list' : typeof value)

/**
 * Stored JSON, or `otherwise` when it is absent, unreadable, or not of its kind (a list, an object), as another version or
 * somebody's hand may have left it; `null` stands for any object.
 */
export const readJson = <T>(key: StoreKey, otherwise: T): T => {
  const text = readText(key)
  if (!text) return otherwise
  const stored = attempt<unknown>(() => JSON.parse(text), null)
  return stored !== null && kindOf(stored) === kindOf(otherwise) ? (stored as T) : otherwise
}

/** A storage that never refuses: forbidden it is empty, full it keeps nothing more. */
const guarded = (shelf: () => Storage): Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'> => ({
  getItem: (name) => attempt(() => shelf().getItem(name), null),
  setItem: (name, value) => attempt(() => shelf().setItem(name, value), undefined),
  removeItem: (name) => attempt(() => shelf().removeItem(name), undefined),
  key: (n) => attempt(() => shelf().key(n), null),
  get length() {
    return attempt(() => shelf().length, 0)
  },
})
/** What a part keeps on this PC under names of its own. */
export const pcShelf = guarded(() => localStorage)
/** The same for as long as the window is open. */
export const windowShelf = guarded(() => sessionStorage)

/** What this window keeps for as long as it is open, under a name of its own; '' where nothing may be kept. */
export const readWindow = (name: string): string => attempt(() => sessionStorage.getItem(name) ?? '', '')
/** Keeps it; '' forgets it. */
export const writeWindow = (name: string, value: string): void =>
  attempt(() => (value ? sessionStorage.setItem(name, value) : sessionStorage.removeItem(name)), undefined)

/** Keeps a value as JSON; `readJson` gives it back. */
export const writeJson = (key: StoreKey, value: unknown): void => writeText(key, JSON.stringify(value))

/** Value of a cookie of this path, '' when absent. */
export const readCookie = (name: string): string =>
  attempt(
    () =>
      decodeURIComponent(
        document.cookie
          .split('; ')
          .find((part) => part.startsWith(`${name}=`))
          ?.slice(name.length + 1) ?? '',
      ),
    '',
  )

/** Session cookie when `days` is absent; an empty value removes it. */
export const writeCookie = (name: string, value: string, days?: number): void =>
  attempt(() => {
    const age = value ? (days ? `; max-age=${days * 86_400}` : '') : '; max-age=0'
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing on plain-http pages and old boxes
    document.cookie = `${name}=${encodeURIComponent(value)}; path=/; samesite=lax${age}`
  }, undefined)
