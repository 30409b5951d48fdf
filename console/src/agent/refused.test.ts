import { errors } from '@yibao/shared/errors.ts'
import { expect, test } from 'vitest'
import { stateOfRefusal } from './refused.ts'

test.each([
  ['agent.origin', 'notListed'],
  ['ORIGIN_NOT_ALLOWED', 'notListed'],
  ['agent.store', 'wrongStore'],
  ['agent.unknown', 'wrongStore'],
  ['store.missing', 'noStore'],
  ['CLOCK_SKEW', 'clock'],
  ['TICKET_EXPIRED', 'clock'],
  ['TICKET_WRONG_STORE', 'wrongStore'],
  ['PROTOCOL_TOO_OLD', 'tooOld'],
  ['network', 'stopped'],
] as const)('%s reads as %s', (code, state) => expect(stateOfRefusal(code, true)).toBe(state))

test('an agent that answers hello and hides its refusal is not stopped; a silent one is', () => {
  expect([stateOfRefusal('agent.stopped', true), stateOfRefusal('agent.stopped', false)]).toEqual([
    'notListed',
    'stopped',
  ])
})

test("the server's refusals travel with the code that is looked for", () => {
  for (const key of ['agent.origin', 'agent.store', 'agent.unknown', 'store.missing'] as const)
    expect(errors[key].messageCode, key).toBe(key)
})
