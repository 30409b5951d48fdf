import { expect, test } from 'vitest'
import { ServerRefused, ServerUnreachable } from './server-client.ts'
import { slipsElsewhere } from './slips-elsewhere.ts'

const id = '019d0000-0000-7000-8000-000000000001'
/** A server that answers these one after the other. */
const serverOf = (...answers: unknown[]) => {
  const asked: unknown[] = []
  const post = async (path: string, body: unknown) => {
    asked.push([path, body])
    const answer = answers.shift()
    if (answer instanceof Error) throw answer
    return answer
  }
  return { asked, ask: () => slipsElsewhere({ post } as never, 'agent', [id]) }
}
const known = { slips: [{ slipId: id, news: 'reversed' }] }

test('the server’s word is the code that the job gets', async () => {
  const { ask, asked } = serverOf(known)
  expect([...(await ask())]).toEqual([[id, 'SLIP_REVERSED']])
  expect(asked).toEqual([['/api/Agent/SlipsElsewhere', { agentId: 'agent', slipIds: [id] }]])
})

test('overtaken by the question of another printer it is asked once more, and only once', async () => {
  const late = new ServerRefused('助手的请求没有通过校验', 'agent.request')
  expect([...(await serverOf(late, known).ask())]).toHaveLength(1)
  await expect(serverOf(late, late, known).ask()).rejects.toBe(late)
})

test('whoever does not know this agent, or the question, is not asked again', async () => {
  for (const no of [new ServerRefused('', 'agent.unknown'), new ServerUnreachable('status 404')])
    await expect(serverOf(no, known).ask()).rejects.toBe(no)
})
