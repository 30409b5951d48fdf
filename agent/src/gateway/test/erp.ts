import { sha256hex } from '../../hash.ts'
import { startAgent, type TestAgent } from './agent.ts'
import { raw } from './raw.ts'

export const erpToken = 'e'.repeat(43)
/** An agent that knows the ERP's token. */
export const start = (folder?: string, parts: Partial<TestAgent> = {}) =>
  startAgent({
    policy: { erpTokenHash: sha256hex(erpToken) },
    ...(folder && { folder }),
    server: parts.server,
    browser: parts.browser,
  })

/** As a native ERP calls: its token, JSON, no browser's headers. */
export const erp = async (
  agent: TestAgent,
  method: string,
  path: string,
  args?: unknown,
  headers: Record<string, string> = {},
) => {
  const answer = await raw(
    agent.port,
    method,
    path,
    {
      host: `127.0.0.1:${agent.port}`,
      authorization: `Bearer ${erpToken}`,
      ...(args !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    args === undefined ? undefined : JSON.stringify({ args }),
  )
  return { status: answer.status, json: JSON.parse(answer.text) }
}

/** A bill of one line; `revision` above 1 is a changed one. */
export const bill = (id: string, revision = 1, billNo = 'B1') => ({
  id,
  type: revision === 1 ? 'bill' : 'billChanged',
  billNo,
  revision,
  body: {
    lines: [{ ownCode: '1001', name: '阿莫西林胶囊 0.25g×24', quantity: '2', price: '12.345', amount: '24.69' }],
    total: '24.69',
    operator: '01',
  },
})
/** What became of bill B1. */
export const result = {
  id: 'r1',
  type: 'result',
  billNo: 'B1',
  revision: 1,
  body: { state: 'settled', setlId: 'S1', total: '24.69', cash: '4.69' },
}
