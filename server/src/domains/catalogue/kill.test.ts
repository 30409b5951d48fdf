import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Call, InputOf, ResultOf } from '@yibao/shared/call.ts'
import { progress } from '@yibao/shared/calls/base.ts'
import { catalogueMenu } from '@yibao/shared/calls/catalogue.ts'
import { expect, test } from 'vitest'
import { startCentre } from '../settlement/test/counter.ts'
import { startServerProcess } from '../settlement/test/process.ts'
import { RemoteClient } from '../settlement/test/remote.ts'

const medicalAreaCode = '320500'

test('a server killed in the middle of a download goes on by itself: no row doubled, none lost', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'yibao-catalogue-'))
  const centre = await startCentre(0, { CENTRE_CATALOGUE_ROWS: '16000' })
  const server = await startServerProcess({
    DATA_DIR: folder,
    CENTRE_URL: centre.url,
    LEASE: '1500',
    RECOVERY_EVERY: '200',
  })
  const admin = new RemoteClient(() => server.url)
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
  try {
    await admin.login('area')
    const { progressId } = await ok(catalogueMenu.downloadCatalogue, { medicalAreaCode })
    // Some batches are in, most are not.
    const { finished } = await until(progressId, (now) => now.finished || /已导入 [1-9]\d*/.test(now.text))
    expect(finished, 'too quick to be killed in the middle').toBe(false)
    await server.kill()
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
  } finally {
    await server.stop()
    await centre.close()
    rmSync(folder, { recursive: true, force: true })
  }
}, 180_000)
