import { client as calls } from '@yibao/shared/calls/client.ts'
import { clientMonitor } from '@yibao/shared/calls/client-monitor.ts'
import { expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { storeIdOf } from '../../seed/organisation.ts'
import { enrolledAgent, machine, sendAs } from '../../test/agent.ts'
import { startTestServer, testClock } from '../../test/kit.ts'
import { hasPdftotext, pdfText } from '../slip/document/test/pdf-text.ts'
import { allowEnrolment } from './enrolment.ts'

// The end of the wizard at a counter PC (ux 5, step 8): kept with what is known of its agent, and printed.

const clock = testClock()
const server = opened(() => startTestServer({ clock }))
const own = storeIdOf('P32050100001')
const steps = [
  { title: '地址', state: 'done' as const, text: '医保云服务可以访问，本机时间准确' },
  { title: '助手', state: 'warn' as const, text: '本机助手可以使用，但本页开在浏览器的标签页里' },
  { title: '完成', state: 'skipped' as const, text: '' },
]
const shown = async (agentId: string) => {
  const area = await server.as('area', { areaCode: '320500' })
  const { items } = await area.ok(clientMonitor.paged, { pageSize: 200 })
  return items.find((one) => one.agentId === agentId)?.accepted
}

test('a PC that was set up is known by when and how, whatever its agent tells later, until it is bound anew', async () => {
  const agent = await enrolledAgent(server, [own])
  const { agentId, publicKey } = agent
  const clerk = await server.as('clerk')
  expect(await shown(agentId)).toBeUndefined()
  clock.advance(1000)
  expect(await clerk.ok(calls.accept, { agentId, steps })).toMatchObject({
    summary: '2 步通过（1 步有提醒），1 步跳过',
    at: expect.stringMatching(/^2026-11-21/),
  })
  const body = { agentId, version: '1.1.0', policyVersion: 1, drivers: [], printers: [] }
  expect((await sendAs(server, agent, 'heartbeat', body)).success).toBe(true)
  expect(await shown(agentId)).toBe('2026-11-21 2 步通过（1 步有提醒），1 步跳过')
  await clerk.ok(calls.accept, { agentId, steps: steps.slice(0, 1) })
  expect(await shown(agentId)).toBe('2026-11-21 1 步通过')
  clock.advance(1000)
  await allowEnrolment(server.deps, 'again', [own])
  await sendAs(server, agent, 'enroll', { code: 'again', agentId, publicKey, machine, version: '1.1.0' })
  expect(await shown(agentId)).toBeUndefined()
})

test('whose agent it is not neither keeps nor prints it, and what nobody set up has no card', async () => {
  const { agentId } = await enrolledAgent(server, [storeIdOf('P32010200001')])
  const clerk = await server.as('clerk')
  for (const one of [clerk, await server.as('area1', { areaCode: '320500' })])
    for (const call of [calls.accept, calls.acceptanceCard])
      expect((await one.send(call, { agentId, steps, paper: 'a4' } as never)).error?.message).toContain('这台客户端')
  const mine = await enrolledAgent(server, [own])
  const none = await clerk.send(calls.acceptanceCard, { agentId: mine.agentId, paper: 'roll80' })
  expect(none.error?.message).toContain('验收结果')
})

test.each(['roll58', 'roll80', 'a5', 'a4', 'continuous241'] as const)(
  'its card says each step, on %s',
  async (paper) => {
    const { agentId } = await enrolledAgent(server, [own])
    const clerk = await server.as('clerk')
    const eight = ['地址', '门店', '助手', '驱动', '试读', '打印', '按键', '完成'].map((title) => ({
      ...{ title, state: 'done' as const, text: '结算小票用 模拟打印机（模拟），80 毫米，四条边框都完整' },
    }))
    await clerk.ok(calls.accept, { agentId, steps: eight })
    const { bytes } = await clerk.send(calls.acceptanceCard, { agentId, paper })
    expect(bytes.subarray(0, 4).toString()).toBe('%PDF')
    if (!hasPdftotext) return
    const text = pdfText(bytes, 'raw').replace(/\s/g, '')
    for (const said of [
      '本机验收卡',
      '示例大药房观前店',
      'P32050100001',
      machine.name,
      agentId,
      '8步通过',
      '8完成：通过',
    ])
      expect(text).toContain(said)
    // Half a page of continuous paper is too short for eight steps.
    expect(text).toContain(paper === 'continuous241' ? '第2/2页' : '第1/1页')
  },
)
