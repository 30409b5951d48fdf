import { currentPath, hrefOf } from '../state/place.ts'

// First import of the program: the ERP's credentials leave the address bar before anything else runs, so that no
// history entry, error report or request can carry them.

/** Query of a /forwarding entry. '+' stays '+': ERPs append Base64 without encoding it. */
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

const take = (): Record<string, string> | null => {
  if (typeof document === 'undefined' || currentPath() !== '/forwarding') return null
  const values = parseQuery(location.search)
  history.replaceState(null, '', hrefOf('/forwarding'))
  return values
}

/** Parameters of the silent login this document was opened with; null on any other page. */
export const forwarded = take()
