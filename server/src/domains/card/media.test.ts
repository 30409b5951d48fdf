import { continuation } from '@yibao/shared/calls/base.ts'
import { card } from '@yibao/shared/calls/counter.ts'
import { PUB_SUB_HEADER } from '@yibao/shared/envelope.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { persons } from '../../simulator/seed/persons.ts'
import { enrolledAgent, type TestAgent } from '../../test/agent.ts'
import { openCounter, otc } from '../settlement/test/counter.ts'

// What a reader gave, as the agent signs it, becomes the credential of 1101 and of the purchase (domain.md 2.1, 6.3).

type Medium = 'socialCard' | 'idCard' | 'eVoucher' | 'socialECard'

describe.each([
  ['clerk', '320500'],
  ['clerk3', '430100'],
])('%s', (userName, area) => {
  const counter = opened(() => openCounter(userName))
  let agent: TestAgent
  beforeAll(async () => {
    agent = await enrolledAgent(counter.server)
  })

  const read = async (medium: Medium, result: object) => {
    const { pubSubId, action } = (await counter.clerk.send(card.read, { medium })).confimResultInfo!
    const text = JSON.stringify(result)
    const signed = { agentId: agent.agentId, agentSignature: agent.signResult(pubSubId, text) }
    await counter.clerk.ok(continuation.complete, { pubSubId, action, ok: true, result: text, ...signed })
    return counter.clerk.ok(card.read, { medium }, { [PUB_SUB_HEADER]: pubSubId })
  }

  const local = persons.filter((one) => one.area === area)
  const people = [local[0]!, local.find(({ state }) => state.flags.has('foreign'))!]
  const given = people.flatMap(({ name, certno, cardNo, cardSn, psnNo, state }) => {
    const idType = state.flags.has('foreign') ? '07' : '01'
    const voucher = { userName: name, idNo: certno, idType, ecToken: `${area}ec${psnNo}0000000001` }
    const all: [Medium, object][] = [
      ['socialCard', { card: { name, certNo: certno, cardNo, cardSn } }],
      ['socialCard', { business: 'SIGN', card: { name, certNo: certno.toLowerCase(), cardNo, cardSn } }],
      ['idCard', { idCard: { name, certNo: certno } }],
      ['idCard', { business: 'SIGN', idCard: { name, certNo: certno } }],
      ['eVoucher', { eVoucher: voucher }],
      ['socialECard', { eVoucher: { ...voucher, ecToken: `${voucher.ecToken}01`, cardNo } }],
    ]
    return all.map(([medium, result]) => [medium, name, result] as const)
  })

  test.each(given)('%s of %s', async (medium, name, result) => {
    const person = await read(medium, result)
    expect(person).toMatchObject({ medium, name, singleUse: medium === 'eVoucher' || medium === 'socialECard' })
    const priced = await counter.preSettle(person, { lines: otc('0.01'), prescription: undefined } as never)
    const answer = await counter.settle(priced)
    expect(answer.result).toMatchObject({ status: '2' })
  })
})
