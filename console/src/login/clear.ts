import { currentPath, hrefOf } from '../state/place.ts'

// First import of the program: an ERP's or another system's credentials leave the address bar before anything else
// runs, so that no history entry, error report or request can carry them.

/** Query of such an entry. '+' stays '+': ERPs append Base64 without encoding it. */
export const parseQuery = (search: string): Record<string, string> => {
  const values: Record<string, string> = {}
  for (const part of search.replace(/^\?/, '').split('&').filter(Boolean)) {
    const [name = '', ...rest] = part.split('=')
    const value = rest.join('=')
    try {
      values[decodeURIComponent(name)] = decodeURIComponent(value)
    } catch {
      values[name] = value
    }
  }
  return values
}

const entries = ['/forwarding', '/auth-redirect'] as const

export interface Forwarded {
  path: (typeof entries)[number]
  query: Record<string, string>
}

const take = (): Forwarded | null => {
  const path = typeof document === 'undefined' ? undefined : entries.find((entry) => entry === currentPath())
  if (!path) return null
  const query = parseQuery(location.search)
  history.replaceState(null, '', hrefOf(path))
  return { path, query }
}

/** The entry without a login page that this document was opened by, with its parameters; null on any other page. */
export const forwarded = take()
