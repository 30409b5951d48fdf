/** The optional config.json beside index.html: written by whoever serves the console. */
interface Config {
  baseUrl?: unknown
  agentPorts?: unknown
}

const defaultBaseUrl = '/prod-api'
let loading: Promise<Config> | undefined

const read = async (): Promise<Config> => {
  try {
    const answer = await fetch(new URL('config.json', document.baseURI), { cache: 'no-cache' })
    // A server without the file may answer index.html for every path.
    if (!answer.ok || !answer.headers.get('content-type')?.includes('json')) return {}
    return ((await answer.json()) as Config | null) ?? {}
  } catch {
    return {}
  }
}

const config = (): Promise<Config> => {
  loading ??= read()
  return loading
}

/** Where business calls go (SPEC 7): `baseUrl` of config.json, else /prod-api. */
export const baseUrl = async (): Promise<string> => {
  const { baseUrl } = await config()
  return typeof baseUrl === 'string' && baseUrl ? baseUrl.replace(/\/$/, '') : defaultBaseUrl
}

const isPort = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) > 0 && Number(value) < 65536

/** Ports the agents of this installation listen on, where it says so; undefined = the usual three (agent.md 3.5). */
export const configuredAgentPorts = async (): Promise<number[] | undefined> => {
  const { agentPorts } = await config()
  const ports = Array.isArray(agentPorts) ? agentPorts.filter(isPort) : []
  return ports.length ? ports : undefined
}
