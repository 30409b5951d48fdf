import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { sessionText } from '@yibao/shared/agent/ticket.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { isByAgent } from './identity.ts'

const { privateKey, publicKey } = generateKeyPairSync('ed25519')
const hash = (data: string | Buffer) => createHash('sha256').update(data)
const spki = publicKey.export({ format: 'der', type: 'spki' })
const agentId = hash(spki).digest('base64url').slice(0, 22)
const signed = (grant: string, accessToken: string, key = privateKey) =>
  sign(null, Buffer.from(sessionText(hash(grant).digest('hex'), hash(accessToken).digest('hex'))), key).toString(
    'base64url',
  )
const answer = {
  accessToken: 'token',
  publicKey: spki.toString('base64url'),
  agentSignature: signed('ticket', 'token'),
}
const other = generateKeyPairSync('ed25519')
const otherKey = other.publicKey.export({ format: 'der', type: 'spki' }).toString('base64url')

afterEach(() => vi.restoreAllMocks())

test('the agent of this id has signed the session', async () => {
  expect(await isByAgent(agentId, 'ticket', answer)).toBe(true)
})

test.each<[string, object]>([
  ['nothing', { publicKey: undefined, agentSignature: undefined }],
  ['no signature', { agentSignature: undefined }],
  ['a key of its own', { publicKey: otherKey, agentSignature: signed('ticket', 'token', other.privateKey) }],
  ['the agent’s key, and a signature of its own', { agentSignature: signed('ticket', 'token', other.privateKey) }],
  ['the signature of another session', { agentSignature: signed('ticket of before', 'token') }],
  ['the signature of another token', { accessToken: 'other' }],
  ['what is no key', { publicKey: '!' }],
])('a program that has taken its port shows %s', async (_, change) => {
  expect(await isByAgent(agentId, 'ticket', { ...answer, ...change })).toBe(false)
})

test('a browser that knows no such keys cannot tell, whatever is shown', async () => {
  vi.spyOn(crypto.subtle, 'importKey').mockRejectedValue(new DOMException('Unrecognized name', 'NotSupportedError'))
  expect(await isByAgent(agentId, 'ticket', answer)).toBe(undefined)
  expect(await isByAgent(agentId, 'ticket', { accessToken: 'token' })).toBe(undefined)
})
