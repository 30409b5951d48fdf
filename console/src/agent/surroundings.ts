import type { Hello } from '@yibao/shared/agent/entities.ts'
import { configuredAgentPorts } from '../api/config.ts'
import { basename } from '../state/place.ts'
import type { Surroundings } from './find.ts'

// Chromium 145+ names the first, 142-144 the second; a TypeError means a browser without the rule (agent.md 3.5).
const permissionNames = ['loopback-network', 'local-network-access']

const permission: Surroundings['permission'] = async () => {
  for (const name of permissionNames) {
    try {
      return (await navigator.permissions.query({ name: name as PermissionName })).state
    } catch {
      // The next name, or none.
    }
  }
  return 'unknown'
}

/** fetch to this PC, saying so: needed by browsers that guard it, ignored by the others. */
export const localFetch = (url: string, init: RequestInit = {}): Promise<Response> =>
  fetch(url, { ...init, targetAddressSpace: 'loopback', credentials: 'omit' } as RequestInit)

const hello: Surroundings['hello'] = async (base, timeoutMs) => {
  const control = new AbortController()
  const timer = setTimeout(() => control.abort(), timeoutMs)
  try {
    const answer = await localFetch(`${base}/v1/hello`, { signal: control.signal })
    const body = (await answer.json()) as { ok?: boolean; result?: Hello } & Hello
    return body.result ?? body
  } finally {
    clearTimeout(timer)
  }
}

export const surroundings = (): Surroundings => ({
  hostname: location.hostname,
  origin: location.origin,
  servedByAgent: basename() === '/app',
  secure: isSecureContext,
  ports: configuredAgentPorts,
  permission,
  hello,
})
