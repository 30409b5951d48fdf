import { X509Certificate } from 'node:crypto'
import koffi from 'koffi'
import { sha256hex } from '../hash.ts'
import type { Signature } from './signature.ts'

// Authenticode, as Windows itself judges it (WinVerifyTrust): the signature fits the bytes, and who made it.

const library = () => {
  const trust = koffi.load('wintrust.dll')
  return {
    verify: trust.func('int32_t __stdcall WinVerifyTrust(void *window, void *action, void *data)'),
    provider: trust.func('void * __stdcall WTHelperProvDataFromStateData(void *state)'),
    signer: trust.func(
      'void * __stdcall WTHelperGetProvSignerFromChain(void *provider, uint32_t index, bool counter, uint32_t which)',
    ),
    certificate: trust.func('void * __stdcall WTHelperGetProvCertFromChain(void *signer, uint32_t index)'),
  }
}

/** WINTRUST_ACTION_GENERIC_VERIFY_V2 */
const action = Buffer.from('6bc5aa0044cdd0118cc200c04fc295ee', 'hex')
const [noWindow, aFile, begin, end] = [2, 1, 1, 2] as const
/** Nobody on the network is asked (a shop may have none): no revocation lists, certificates from the cache only. */
const offline = 0x10 | 0x1000
/** Where things stand in WINTRUST_FILE_INFO, WINTRUST_DATA, CRYPT_PROVIDER_CERT and CERT_CONTEXT of a 64-bit program. */
const at = { path: 8, window: 24, choice: 32, file: 40, action: 48, state: 56, flags: 72, context: 8, der: 8, size: 16 }

const certificateOf = (api: ReturnType<typeof library>, state: bigint): Buffer | undefined => {
  const provider = state && api.provider(state)
  const signer = provider && api.signer(provider, 0, false, 0)
  const entry = signer && api.certificate(signer, 0)
  if (!entry) return undefined
  const context = koffi.decode(entry, at.context, 'void *')
  const size = koffi.decode(context, at.size, 'uint32_t') as number
  return Buffer.from(koffi.decode(koffi.decode(context, at.der, 'void *'), 'uint8_t', size))
}

/** Looks at the signature of a program, a library or an installer. */
export const signatureOf = (path: string): Signature => {
  const api = library()
  const text = Buffer.from(`${path}\0`, 'utf16le')
  const file = Buffer.alloc(32)
  file.writeUInt32LE(file.length, 0)
  file.writeBigUInt64LE(koffi.address(text), at.path)
  const data = Buffer.alloc(80)
  data.writeUInt32LE(data.length, 0)
  data.writeUInt32LE(noWindow, at.window)
  data.writeUInt32LE(aFile, at.choice)
  data.writeBigUInt64LE(koffi.address(file), at.file)
  data.writeUInt32LE(begin, at.action)
  data.writeUInt32LE(offline, at.flags)
  const status = api.verify(null, action, data) >>> 0
  try {
    const der = certificateOf(api, data.readBigUInt64LE(at.state))
    if (!der) return { status, publisher: '', certificate: '' }
    const certificate = sha256hex(der)
    return { status, publisher: new X509Certificate(der).subject, certificate }
  } finally {
    data.writeUInt32LE(end, at.action)
    api.verify(null, action, data)
    text.fill(0) // it had to stay where it was until here
  }
}
