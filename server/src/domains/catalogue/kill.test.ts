import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Call, InputOf, ResultOf } from '@yibao/shared/call.ts'
import { progress } from '@yibao/shared/calls/base.ts'
import { catalogueMenu } from '@yibao/shared/calls/catalogue-menu.ts'
import { doctor } from '@yibao/shared/calls/staff.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPglite } from '../../database/open.ts'
import { storeIdOf } from '../../seed/organisation.ts'
import { snapshot } from '../../test/snapshot.ts'
import { type Centre, startCentre } from '../settlement/test/centre.ts'
import { type ServerProcess, startServerProcess } from '../settlement/test/process.ts'
import { RemoteClient } from '../settlement/test/remote.ts'

const medicalAreaCode = '320500'

const folder = mkdtempSync(join(tmpdir(), 'yibao-catalogue-'))
let centre: Centre
let server: ServerProcess
const admin = new RemoteClient(() => server.url)
beforeAll(async () => {
  centre = await startCentre({ catalogueRows: 16_000 })
  await (await openPglite(join(folder, 'database'), await snapshot())).close()
  server = await startServerProcess({
    DATA_DIR: folder,
    CENTRE_URL: centre.url,
    LEASE: '1500',
    RECOVERY_EVERY: '200',
  })
  await admin.login('area')
})
afterAll(async () => {
  await server?.stop()
  await centre?.close()
  rmSync(folder, { recursive: true, force: true })
})

const ok = async <C extends Call>(call: C, input: Partial<InputOf<C>>): Promise<ResultOf<C>> => {
  const answer = await admin.send(call, input)
  if (answer.lost || !answer.success) throw new Error(answer.lost ? 'lost' : JSON.stringify(answer.error))
  return answer.result as ResultOf<C>
}
const until = async (progressId: string, wanted: (now: ResultOf<typeof progress.percentage>) => boolean) => {
  for (;;) {
    const now = await ok(progress.percentage, { progressId })
    if (wanted(now)) return now
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
const held = async () =>
  (await ok(catalogueMenu.getMaxVersionInfo, { medicalAreaCode })).map(({ kind, rows, version, pending }) => ({
    ...{ kind, rows, version, pending },
  }))

test('a server killed in the middle of a download goes on by itself: no row doubled, none lost', async () => {
  // The second kind does not come before the kill: however late it is looked, the download is in its middle.
  await centre.fault({ fault: 'delay', infno: '1302', ms: 600_000, when: 'before', times: 0 })
  const { progressId } = await ok(catalogueMenu.downloadCatalogue, { medicalAreaCode })
  // Some batches are in, most are not.
  await until(progressId, ({ text }) => /已导入 [1-9]|（2\//.test(text))
  await server.kill()
  await centre.clearFaults()
  await server.start()
  const done = await until(progressId, ({ finished }) => finished)
  expect(done.error).toBeUndefined()
  const after = await held()
  expect(after[0]!.rows).toBeGreaterThan(7000)
  expect(after.every(({ pending }) => pending === 0)).toBe(true)
  // Everything once more from the beginning finds nothing that was missing.
  const again = await ok(catalogueMenu.downloadCatalogue, { medicalAreaCode, full: true })
  expect((await until(again.progressId, ({ finished }) => finished)).error).toBeUndefined()
  expect(await held()).toEqual(after)
}, 180_000)

test('killed in the middle of work that nobody goes on with, it is said to have ended, and can be done again', async () => {
  const store = { storeId: storeIdOf('P32050100001') }
  await centre.fault({ fault: 'delay', infno: '5102', ms: 600_000, when: 'before', times: 1 })
  const { progressId } = await ok(doctor.updateDoctorByOnce, store)
  await until(progressId, ({ text }) => text.includes('观前店'))
  await server.kill()
  await server.start()
  const ended = await until(progressId, ({ finished }) => finished)
  expect(ended.error).toContain('服务器中断，这项工作停在中途')
  const again = await until((await ok(doctor.updateDoctorByOnce, store)).progressId, ({ finished }) => finished)
  expect(again.error).toBeUndefined()
})
