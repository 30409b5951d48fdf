interface Config {
  baseUrl?: unknown
}

const defaultBaseUrl = '/prod-api'
let loading: Promise<string> | undefined

/** Where business calls go (SPEC 7): `baseUrl` of the optional config.json beside index.html, else /prod-api. */
export const baseUrl = (): Promise<string> => {
  loading ??= read()
  return loading
}

const read = async () => {
  try {
    const answer = await fetch(new URL('config.json', document.baseURI), { cache: 'no-cache' })
    // A server without the file may answer index.html for every path.
    if (!answer.ok || !answer.headers.get('content-type')?.includes('json')) return defaultBaseUrl
    const { baseUrl } = (await answer.json()) as Config
    return typeof baseUrl === 'string' && baseUrl ? baseUrl.replace(/\/$/, '') : defaultBaseUrl
  } catch {
    return defaultBaseUrl
  }
}
