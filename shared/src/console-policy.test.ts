import { expect, test } from 'vitest'
import { consolePolicy } from './console-policy.ts'

const reachOf = (policy: string) => /connect-src ([^;]+)/.exec(policy)![1]!.split(' ').toSorted()

const agentsAt = (...ports: number[]) =>
  ports.flatMap((port) =>
    ['http://127.0.0.1', 'http://localhost', 'ws://127.0.0.1', 'ws://localhost'].map((at) => `${at}:${port}`),
  )

test('a script in the console reaches its own server and the agents’ ports of this PC, and nobody else', () => {
  const policy = consolePolicy({ framedBy: [], agentPorts: [47611] })
  expect(reachOf(policy)).toEqual(["'self'", ...agentsAt(47610, 47611, 47612)].toSorted())
  expect(policy).not.toMatch(/unsafe-eval|script-src|\*/)
  expect(reachOf(consolePolicy({ framedBy: [], agentPorts: [48610] }))).toContain('ws://127.0.0.1:48610')
})

test('a server elsewhere is reached where config.json names it', () => {
  const reach = (baseUrl: unknown) => reachOf(consolePolicy({ framedBy: [], baseUrl }))
  expect(reach('https://yibao.example.cn/prod-api')).toEqual(
    ["'self'", 'https://yibao.example.cn', 'wss://yibao.example.cn', ...agentsAt(47610, 47611, 47612)].toSorted(),
  )
  for (const own of [undefined, '', '/prod-api', 7])
    expect(reach(own)).toEqual(reachOf(consolePolicy({ framedBy: [] })))
})

test('only who is named may frame it', () => {
  expect(consolePolicy({ framedBy: [] })).toMatch(/frame-ancestors 'none'$/)
  expect(consolePolicy({ framedBy: ["'self'", 'https://erp.example.cn'] })).toMatch(
    /frame-ancestors 'self' https:\/\/erp\.example\.cn$/,
  )
})
