import { proofType } from '@yibao/shared/agent/ticket.ts'

const database = 'yibao-agent'
const store = 'keys'
const id = 'browser'

const base64url = (bytes: ArrayBuffer | Uint8Array): string =>
  btoa(Array.from(new Uint8Array(bytes as ArrayBuffer), (byte) => String.fromCharCode(byte)).join(''))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '')

const utf8 = (text: string) => new TextEncoder().encode(text)
const sha256url = async (bytes: BufferSource): Promise<string> =>
  base64url(await crypto.subtle.digest('SHA-256', bytes))

const asPromise = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

const openDatabase = async () => {
  const request = indexedDB.open(database, 1)
  request.onupgradeneeded = () => request.result.createObjectStore(store)
  return asPromise(request)
}

const makeKey = () =>
  // Not extractable: a script that runs in the page may use it, nobody can carry it away (agent.md 3.4).
  crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify'])

const loadKey = async (): Promise<CryptoKeyPair> => {
  const db = await openDatabase().catch(() => undefined)
  if (!db) return makeKey()
  const known = await asPromise<CryptoKeyPair | undefined>(db.transaction(store).objectStore(store).get(id))
  if (known) return known
  const key = await makeKey()
  await asPromise(db.transaction(store, 'readwrite').objectStore(store).put(key, id))
  return key
}

export interface BrowserKey {
  /** RFC 7638 thumbprint, base64url. */
  jkt: string
  /** Compact JWS over what a request is (RFC 9449's shape). */
  prove(use: ProofUse): Promise<string>
}

export interface ProofUse {
  method: string
  /** Full URL without query. */
  url: string
  body: Uint8Array<ArrayBuffer>
  /** Absent only when the session is opened. */
  accessToken?: string
}

/** A browser key around a pair; separate from its storage so that tests sign without IndexedDB. */
export const browserKey = async (pair: CryptoKeyPair): Promise<BrowserKey> => {
  const { kty, crv, x, y } = await crypto.subtle.exportKey('jwk', pair.publicKey)
  const jwk = { kty, crv, x, y }
  const jkt = await sha256url(utf8(JSON.stringify({ crv, kty, x, y })))
  return {
    jkt,
    prove: async ({ method, url, body, accessToken }) => {
      const claims = {
        htm: method,
        htu: url.split('?')[0],
        iat: Math.floor(Date.now() / 1000),
        jti: base64url(crypto.getRandomValues(new Uint8Array(16))),
        ...(accessToken && { ath: await sha256url(utf8(accessToken)) }),
        bh: await sha256url(body),
      }
      const head = { alg: 'ES256', typ: proofType, jwk }
      const text = `${base64url(utf8(JSON.stringify(head)))}.${base64url(utf8(JSON.stringify(claims)))}`
      const signature = await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, pair.privateKey, utf8(text))
      return `${text}.${base64url(signature)}`
    },
  }
}

let loading: Promise<BrowserKey> | undefined

/** The key of this browser profile, made once and kept in IndexedDB. */
export const getBrowserKey = (): Promise<BrowserKey> => {
  loading ??= loadKey().then(browserKey)
  return loading
}
