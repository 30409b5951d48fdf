import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { paths, requestText } from '@yibao/shared/agent/cloud.ts'
import { signedResult } from '@yibao/shared/agent/ticket.ts'
import type { Call } from '@yibao/shared/call.ts'
import { agent as calls } from '@yibao/shared/calls/agent.ts'
import { allowEnrolment } from '../domains/agent/enrolment.ts'
import type { TestServer } from './kit.ts'

export interface TestAgent {
  agentId: string
  publicKey: string
  /** Base64url signature over a UTF-8 text. */
  sign: (text: string) => string
  /** Signature of a result for Continuation/Complete. */
  signResult: (pubSubId: string, result: string) => string
  /** Headers that prove a request of this agent at `time` (unix ms). */
  prove: (path: string, body: unknown, time: number) => Record<string, string>
}

/** An agent with a key of its own, not enrolled. */
export const testAgent = (): TestAgent => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const spki = publicKey.export({ format: 'der', type: 'spki' })
  const signText = (text: string) => sign(null, Buffer.from(text), privateKey).toString('base64url')
  const agentId = createHash('sha256').update(spki).digest('base64url').slice(0, 22)
  return {
    agentId,
    publicKey: spki.toString('base64url'),
    sign: signText,
    signResult: (pubSubId, result) =>
      signText(signedResult(pubSubId, createHash('sha256').update(result, 'utf8').digest('hex'))),
    prove: (path, body, time) => ({
      'x-agent-id': agentId,
      'x-agent-time': String(time),
      'x-agent-signature': signText(requestText(path, time, body)),
    }),
  }
}

const pathOf = { ...paths, enroll: paths.enrol }

/** Sends an agent's call with its proof. */
export const sendAs = (
  server: TestServer,
  agent: TestAgent,
  name: Exclude<keyof typeof calls, 'sessionTicket'>,
  body: Record<string, unknown>,
  time = server.deps.clock().getTime(),
) => server.nobody.send(calls[name] as unknown as Call, body as never, agent.prove(pathOf[name], body, time))

export const machine = { name: '前台1', os: 'linux', arch: 'x64' }

/** An agent enrolled for these stores (ours ids), or for all. */
export const enrolledAgent = async (server: TestServer, storeIds?: string[]): Promise<TestAgent> => {
  const agent = testAgent()
  const code = `code-${agent.agentId}`
  await allowEnrolment(server.deps, code, storeIds)
  const { agentId, publicKey } = agent
  const answer = await sendAs(server, agent, 'enroll', { code, agentId, publicKey, machine, version: '1.0.0' })
  if (!answer.success) throw new Error(answer.error?.message)
  return agent
}
