import type { SessionAnswer } from '@yibao/shared/agent/entities.ts'
import { sessionText } from '@yibao/shared/agent/ticket.ts'

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replace(/-/g, '+').replace(/_/g, '/')), (letter) => letter.charCodeAt(0))

const sha256 = async (bytes: Uint8Array<ArrayBuffer>) => new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
const hex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
const hexOf = async (text: string) => hex(await sha256(new TextEncoder().encode(text)))

/** Letters of an agent's id: it is the hash of its public key, cut off. */
const idLetters = 22
const idOf = async (spki: Uint8Array<ArrayBuffer>) =>
  btoa(String.fromCharCode(...(await sha256(spki))))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .slice(0, idLetters)

/** The one of RFC 8410, section 10.1: of an agent that shows none it is still to be known whether the browser reads any. */
const someKey = 'MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE'

/** undefined: this browser does not know such keys (before Chromium 137, Firefox 129). */
const importKey = async (spki: Uint8Array<ArrayBuffer>) => {
  try {
    return await crypto.subtle.importKey('spki', spki, { name: 'Ed25519' }, false, ['verify'])
  } catch (error) {
    if ((error as Error).name === 'NotSupportedError') return undefined
    throw error
  }
}

/**
 * Whether a session was opened by the agent of this id and by nobody who has only its port and its name. `grant` is what
 * opened it. undefined where this browser cannot tell.
 */
export const isByAgent = async (
  agentId: string,
  grant: string,
  { accessToken, publicKey, agentSignature }: Pick<SessionAnswer, 'accessToken' | 'publicKey' | 'agentSignature'>,
): Promise<boolean | undefined> => {
  try {
    const spki = bytesOf(publicKey ?? someKey)
    const key = await importKey(spki)
    if (!key) return undefined
    if (agentSignature === undefined || (await idOf(spki)) !== agentId) return false
    const text = sessionText(await hexOf(grant), await hexOf(accessToken))
    return await crypto.subtle.verify('Ed25519', key, bytesOf(agentSignature), new TextEncoder().encode(text))
  } catch {
    return false // no key, no signature
  }
}
