import type { Hello } from '@yibao/shared/agent/entities.ts'
import { configuredAgentPorts } from '../api/config.ts'
import { withPatience } from '../api/patience.ts'
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

/** Says when a person has changed the permission, in the browser's own settings too. Never where there is none. */
export const onPermission = async (listener: () => void): Promise<void> => {
  for (const name of permissionNames) {
    try {
      const status = await navigator.permissions.query({ name: name as PermissionName })
      status.addEventListener('change', listener)
      return
    } catch {
      // The next name, or none.
    }
  }
}

/** Chromium's list of what a page may do in its frame; browsers without one keep nothing from a frame. */
interface WithPolicy {
  featurePolicy?: { features: () => string[]; allowedFeatures: () => string[] }
}
const framedOff: Surroundings['framedOff'] = () => {
  const { featurePolicy: policy } = document as WithPolicy
  if (window.parent === window || !policy) return false
  const known = permissionNames.filter((name) => policy.features().includes(name))
  return known.length > 0 && !known.some((name) => policy.allowedFeatures().includes(name))
}

/** fetch to this PC, saying so: needed by browsers that guard it, ignored by the others. */
export const localFetch = (url: string, init: RequestInit = {}): Promise<Response> =>
  fetch(url, { ...init, targetAddressSpace: 'loopback', credentials: 'omit' } as RequestInit)

const hello: Surroundings['hello'] = (base, timeoutMs) =>
  withPatience(timeoutMs, async (signal) => {
    const answer = await localFetch(`${base}/v1/hello`, { signal })
    const body = (await answer.json()) as { ok?: boolean; result?: Hello } & Hello
    return body.result ?? body
  })

/** A program of another kind lets itself be asked and not be read; our agent does not even let itself be asked so. */
const isSomebody: Surroundings['isSomebody'] = (base, timeoutMs) =>
  withPatience(timeoutMs, (signal) => localFetch(`${base}/v1/hello`, { mode: 'no-cors', signal })).then(
    () => true,
    () => false,
  )

/** This page and its browser, as far as they decide whether it may speak to its PC. */
export const surroundings = (): Surroundings => ({
  hostname: location.hostname,
  origin: location.origin,
  servedByAgent: basename() === '/app',
  secure: isSecureContext,
  ports: configuredAgentPorts,
  permission,
  framedOff,
  hello,
  isSomebody,
})
