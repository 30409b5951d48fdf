import { agentPorts } from './agent/protocol.ts'

interface Served {
  /** Who may show a page of the console in a frame; nobody, where none is named. */
  framedBy: readonly string[]
  /** Where agents of this installation listen, besides the usual ports. */
  agentPorts?: readonly number[]
  /** An address under which /prod-api is reached when it is not where the page comes from (config.json's baseUrl). */
  baseUrl?: unknown
}

/** The origin of another host's /prod-api, and of its live line; nothing for a path of one's own. */
const elsewhere = (baseUrl: unknown): string[] => {
  if (typeof baseUrl !== 'string' || !URL.canParse(baseUrl)) return []
  const { origin } = new URL(baseUrl)
  return [origin, origin.replace(/^http/, 'ws')]
}

/**
 * The Content-Security-Policy of the console's pages, whoever serves them: no script but the build's own, and a script
 * reaches its server and the agents of this PC, nobody else (agent.md 5, the row on XSS in the console).
 */
export const consolePolicy = ({ framedBy, agentPorts: own = [], baseUrl }: Served): string => {
  const agents = [...new Set([...own, ...agentPorts])].flatMap((port) =>
    ['http', 'ws'].flatMap((scheme) => [`${scheme}://127.0.0.1:${port}`, `${scheme}://localhost:${port}`]),
  )
  return [
    "default-src 'self'",
    // antd writes its styles at run time
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    `connect-src ${["'self'", ...elsewhere(baseUrl), ...agents].join(' ')}`,
    // print preview and printing show a PDF from memory
    "frame-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    `frame-ancestors ${framedBy.length > 0 ? framedBy.join(' ') : "'none'"}`,
  ].join('; ')
}

/** Headers of every answer, the server's and the agent's: a file is what its type says, and no address leaves with a link. */
export const guardedAnswer = { 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' } as const
