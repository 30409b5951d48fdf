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

const memory = new Map<string, string>()

// Private windows and locked-down ERP boxes may refuse localStorage: the session then lives as long as the page.
const attempt = <T>(work: () => T, otherwise: T): T => {
  try {
    return work()
  } catch {
    return otherwise
  }
}

export const readText = (key: StoreKey): string =>
  attempt(() => localStorage.getItem(key), memory.get(key) ?? null) ?? memory.get(key) ?? ''

export const writeText = (key: StoreKey, value: string): void => {
  memory.set(key, value)
  attempt(() => localStorage.setItem(key, value), undefined)
}

export const remove = (...keys: StoreKey[]): void => {
  for (const key of keys) {
    memory.delete(key)
    attempt(() => localStorage.removeItem(key), undefined)
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
