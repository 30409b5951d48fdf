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
  ...(['token', 'tokenGenerateTimestamp', 'userName', 'userInfo', 'initializeInfo', 'role', 'ui'] as const),
])

const guestKey = 'yibao.guest'

/** Whether this window's session is a guest's: it proceeds without logging in (SPEC 5), so it is this window's alone. */
export const isGuestWindow = (): boolean => attempt(() => sessionStorage.getItem(guestKey) === '1', false)

/** The session that is kept next is a guest's, or a person's again, who shares his with the windows beside. */
export const setGuestWindow = (on: boolean): void => {
  if (on === isGuestWindow()) return
  remove(...(on ? [] : ofSession))
  attempt(() => (on ? sessionStorage.setItem(guestKey, '1') : sessionStorage.removeItem(guestKey)), undefined)
}

// An operator's session in the windows beside must not become a guest's, nor end with his.
const shelfOf = (key: StoreKey): Storage => (ofSession.has(key) && isGuestWindow() ? sessionStorage : localStorage)

export const readText = (key: StoreKey): string =>
  memory.get(key) ?? attempt(() => shelfOf(key).getItem(key), null) ?? ''

export const writeText = (key: StoreKey, value: string): void => {
  const kept = attempt(() => {
    shelfOf(key).setItem(key, value)
    return true
  }, false)
  if (kept) memory.delete(key)
  else memory.set(key, value)
}

export const remove = (...keys: StoreKey[]): void => {
  for (const key of keys) {
    memory.delete(key)
    attempt(() => shelfOf(key).removeItem(key), undefined)
  }
}

/** Stored JSON, or `otherwise` when absent or unreadable. */
export const readJson = <T>(key: StoreKey, otherwise: T): T => {
  const text = readText(key)
  if (!text) return otherwise
  return attempt(() => JSON.parse(text) as T, otherwise)
}

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
