import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { tempFolder } from '../../test/native.ts'
import { makeServer } from '../gateway/test/keys.ts'
import { PolicyStore } from './policy-store.ts'

const server = makeServer()
const agentId = 'A'.repeat(22)
const answer = (policyVersion: number) =>
  server.policy({
    ...{ agentId, policyVersion, expires: '2099-01-01T00:00:00.000Z', origins: ['https://console.example.cn'] },
    ...{ erpOrigins: [], stores: [], serverKeys: [server.key], kid: server.kid, appEnabled: true },
  })

test('a policy that the disk does not take does not count: the sessions of the one before would go on under it', () => {
  const folder = tempFolder()
  const policies = new PolicyStore(join(folder, 'policy.json'), agentId)
  policies.accept(answer(1), 'enrolment')
  const changed = vi.fn()
  policies.onChange(changed)
  const beside = join(folder, `policy.json.${process.pid}.new`)
  mkdirSync(beside)
  expect(() => policies.accept(answer(2), 'refresh')).toThrow()
  expect([policies.current?.policyVersion, changed.mock.calls.length]).toEqual([1, 0])
  rmSync(beside, { recursive: true })
  expect(policies.accept(answer(2), 'refresh')).toBe(true)
  expect([policies.current?.policyVersion, changed.mock.calls.length]).toEqual([2, 1])
  rmSync(folder, { recursive: true })
})

test('unbound it is at once, whoever holds the file, and says whether the file went', () => {
  const folder = tempFolder()
  const policies = new PolicyStore(join(folder, 'policy.json'), agentId)
  policies.accept(answer(1), 'enrolment')
  const forgotten = vi.fn()
  policies.onForgotten(forgotten)
  // What cannot be removed: there is no folder that it could stand in.
  rmSync(folder, { recursive: true })
  writeFileSync(folder, '')
  expect(policies.forget()).toBe(false)
  expect([policies.current, policies.former?.policyVersion, forgotten.mock.calls.length]).toEqual([undefined, 1, 1])
  rmSync(folder)
  mkdirSync(folder)
  writeFileSync(join(folder, 'policy.json'), '{}')
  expect([policies.forget(), existsSync(join(folder, 'policy.json'))]).toEqual([true, false])
  rmSync(folder, { recursive: true })
})
