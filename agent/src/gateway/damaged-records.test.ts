import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tempFolder } from '../../test/native.ts'
import { records as doctor } from '../cli/doctor/records.ts'
import { createJobStore } from '../print/store.ts'
import { selfTest, selfTestText } from './remote/self-test.ts'
import { startAgent } from './test/agent.ts'
import { raw } from './test/raw.ts'
import { toldBy } from './told.ts'

const noDatabase = 'what a power cut left of it, long enough to be read as one'

test('records that were damaged are told until somebody has looked: in the log, on the page, to the doctor, to the server', async () => {
  const data = tempFolder()
  const folder = join(data, 'agent')
  mkdirSync(folder)
  const patient = { settings: { data } } as Parameters<typeof doctor>[0]
  const told = async () => {
    const agent = await startAgent({ folder })
    const all = {
      log: agent.lines.filter((line) => line.includes('损坏')).length,
      page: /<p>(本机记录.*?)<\/p>/.exec(
        (await raw(agent.port, 'GET', '/', { host: `127.0.0.1:${agent.port}` })).text,
      )?.[1],
      self: /✕ (本机记录.*)/.exec(selfTestText(await selfTest(agent.gateway, folder)))?.[1],
      doctor: (await doctor(patient)).map(({ level, text }) => `${level} ${text}`),
      server: (await toldBy(agent.gateway)).records,
    }
    await agent.stop(true)
    return all
  }
  expect(await told()).toEqual({ log: 0, page: undefined, self: undefined, doctor: [], server: undefined })
  for (const name of ['lock.sqlite', 'jobs.sqlite', 'gateway.sqlite']) writeFileSync(join(folder, name), noDatabase)
  createJobStore(join(folder, 'jobs.sqlite')).close()
  const words = (what: string, cure: string) =>
    expect.stringMatching(
      new RegExp(`^(bad )?本机记录：${what}已损坏（\\d\\d-\\d\\d \\d\\d:\\d\\d），重新开始。${cure}$`),
    )
  const both = words('打印和 ERP 记录', '请核对最近的小票，并与 ERP 核对一次当天的销售')
  for (let start = 0; start < 2; start += 1)
    expect(await told()).toEqual({ log: 1, page: both, self: both, doctor: [both], server: both })
  expect((await doctor(patient))[0]?.cure).toContain(join(folder, 'gateway.sqlite.damaged'))
  rmSync(join(folder, 'gateway.sqlite.damaged'))
  expect((await told()).server).toEqual(words('打印记录', '请核对最近的小票'))
  rmSync(join(folder, 'jobs.sqlite.damaged'))
  expect(await told()).toEqual({ log: 0, page: undefined, self: undefined, doctor: [], server: undefined })
  rmSync(data, { recursive: true })
})
