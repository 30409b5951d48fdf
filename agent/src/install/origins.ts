/** Whether a page of this origin is already on the machine, so that the browser asks nothing. */
export const isLocal = (origin: string): boolean => {
  const { hostname } = new URL(origin)
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname)
}

/** Text as an origin: scheme, host and port and nothing else; undefined when it is none. */
export const originOf = (text: string): string | undefined => {
  if (!URL.canParse(text)) return undefined
  const { protocol, pathname, search, hash, username, origin } = new URL(text)
  return /^https?:$/.test(protocol) && pathname === '/' && !search && !hash && !username ? origin : undefined
}
