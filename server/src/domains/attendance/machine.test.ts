import { agent as agentCalls } from '@yibao/shared/calls/agent.ts'
import { ybOptions } from '@yibao/shared/calls/config.ts'
import { signIn as calls } from '@yibao/shared/calls/sign-in.ts'
import { and, eq, isNull } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { storeIdOf } from '../../seed/organisation.ts'
import { enrolledAgent, sendAs } from '../../test/agent.ts'
import type { Client } from '../../test/kit.ts'
import { storeOf } from '../organisation/store.ts'
import { agent as agentTable } from '../organisation/tables.ts'
import { openCounter } from '../settlement/test/counter.ts'
import { systemHeader } from './sign.ts'
import { signIn } from './tables.ts'

const origin = 'http://127.0.0.1:47600'
const counter = opened(() => openCounter('clerk', { config: { consoleOrigins: [origin] } }))
const guanqian = storeIdOf('P32050100001')
const pingjiang = storeIdOf('P32050100002')

/** What each 9001 named, as it left for the centre. */
let named: { mac: string; ip: string }[]
beforeEach(async () => {
  const { db, services } = counter.server.deps
  await db.delete(agentTable)
  await db.update(signIn).set({ signedOutAt: new Date() }).where(isNull(signIn.signedOutAt))
  named = []
  const client = services.centre.of('320500')
  client.send = async (body, which, waiting) => {
    if (which === '9001') {
      const { mac, ip } = JSON.parse(String(body)).input.signIn
      named.push({ mac, ip })
    }
    return Object.getPrototypeOf(client).send.call(client, body, which, waiting)
  }
})

/** An agent of these stores that has told this much of its PC. */
const told = async (network?: { mac: string; ip: string }, stores = [guanqian]) => {
  const agent = await enrolledAgent(counter.server, stores)
  const { agentId } = agent
  const body = { agentId, version: '1.2.3', policyVersion: 1, drivers: [], printers: [], network }
  expect((await sendAs(counter.server, agent, 'heartbeat', body)).success).toBe(true)
  return agentId
}

/** The clerk in a browser that works with this agent. */
const at = async (agentId: string): Promise<Client> => {
  const clerk = await counter.server.as('clerk')
  await clerk.ok(agentCalls.sessionTicket, { agentId, origin, jkt: 'thumbprint' })
  return clerk
}

const front = { mac: '00-15-5D-01-02-03', ip: '192.168.1.7' }
const back = { mac: 'A4-BB-6D-0E-0F-10', ip: '192.168.1.8' }
const nothing = { mac: '00-00-00-00-00-00', ip: '127.0.0.1' }

test('a clerk’s 9001 names the PC of the agent his browser works with, and 签到记录 shows what the centre was told', async () => {
  const agentId = await told(front)
  await told(back)
  expect(await (await at(agentId)).ok(calls.do)).toMatchObject(front)
  expect(named).toEqual([front])
})

test('the system’s own names the PC of the store that was heard of last and says who it is', async () => {
  const { deps } = counter.server
  const first = await told(front)
  await told(back)
  await told(undefined)
  await told({ mac: '00-00-5E-00-53-01', ip: '10.9.9.9' }, [pingjiang])
  const shop = await storeOf(deps, guanqian)
  await systemHeader(deps, shop)
  await deps.db
    .update(agentTable)
    .set({ lastSeenAt: new Date(Date.now() + 60_000) })
    .where(eq(agentTable.id, first))
  await deps.db
    .update(signIn)
    .set({ signedOutAt: new Date() })
    .where(and(eq(signIn.system, true)))
  await systemHeader(deps, shop)
  expect(named).toEqual([back, front])
})

test('an agent that tells nothing, none at all, and another store’s: as ever', async () => {
  const elsewhere = await told(back, [guanqian, pingjiang])
  const clerks = [await at(await told()), await counter.server.as('clerk'), await at(elsewhere)]
  await counter.server.deps.db
    .update(agentTable)
    .set({ storeIds: [pingjiang] })
    .where(eq(agentTable.id, elsewhere))
  for (const clerk of clerks) {
    expect(await clerk.ok(calls.do)).toMatchObject(nothing)
    await clerk.ok(calls.signOut)
  }
  await systemHeader(counter.server.deps, await storeOf(counter.server.deps, guanqian))
  expect(named).toEqual([nothing, nothing, nothing, nothing])
})

test('a centre that refuses a sign-in without a PC: the clerk reads why it had none, with one he reads the centre alone', async () => {
  const client = counter.server.deps.services.centre.of('320500')
  const { send } = client
  let message = '签到终端未登记'
  client.send = async () => ({ kind: 'refused', message, ms: 1 }) as never
  const notice = async (clerk: Client) => {
    const { success, resultNotice } = await clerk.send(calls.do, {})
    return { success, error: resultNotice?.error, tips: resultNotice?.tips ?? '' }
  }
  const refused = { success: false, error: '医保中心：“签到终端未登记”' }
  const without = await notice(await at(await told()))
  expect(without).toMatchObject({ ...refused, tips: expect.stringMatching(/没有本机的 MAC 地址.*升级助手.*医保配置/) })
  const named = await notice(await at(await told(front)))
  expect(named).toMatchObject(refused)
  expect(named.tips).not.toContain('MAC')
  for (message of ['操作员已停用', '设备未绑定', '无效的MAC地址', '网卡与登记不符']) {
    const { error, tips } = await notice(await at(await told()))
    expect(error).toBe(`医保中心：“${message}”`)
    expect(tips.includes('升级助手'), `${message}: ${tips}`).toBe(message !== '操作员已停用')
  }
  client.send = send
})

test('what 医保配置 says stands over the PC’s own, a store’s over its area’s; and a wrong one is refused at its field', async () => {
  const area = await counter.server.as('area', { areaCode: '320500' })
  const save = async (place: object, values: object, reset: string[] = []) => {
    const { revision } = await area.ok(ybOptions.pullYBConfigOptionsV2, place)
    return area.send(ybOptions.saveYBConfigOptions, { ...place, revision, values, reset })
  }
  const [inArea, inStore] = [{ medicalAreaCode: '320500' }, { medicalAreaCode: '320500', storeId: guanqian }]
  for (const signMac of ['00-15-5D-01-02', '00-15:5D-01-02-03', '00155D010203', 'GG-15-5D-01-02-03'])
    expect((await save(inArea, { signMac })).resultNotice?.error, signMac).toContain('6 组两位的十六进制数')
  for (const signIp of ['10.1.2', '10.1.2.256', '10.1.2.3.', '::1', 'localhost'])
    expect((await save(inArea, { signIp })).resultNotice?.error, signIp).toContain('IPv4')
  expect((await save(inArea, { signMac: '00:00:5e:00:53:02', signIp: '10.1.2.3' })).success).toBe(true)
  expect((await save(inStore, { signMac: '00-00-5E-00-53-03' })).success).toBe(true)
  const clerk = await at(await told(front))
  expect(await clerk.ok(calls.do)).toMatchObject({ mac: '00-00-5E-00-53-03', ip: '10.1.2.3' })
  await clerk.ok(calls.signOut)
  await save(inStore, { signMac: '' })
  await save(inArea, {}, ['signMac', 'signIp'])
  expect(await clerk.ok(calls.do)).toMatchObject(front)
})
