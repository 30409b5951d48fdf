import { card } from '@yibao/shared/calls/card.ts'
import { diseasesInfo, twoDiseases } from '@yibao/shared/calls/filing.ts'
import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { area as areas } from '../organisation/tables.ts'
import { refreshCentres } from '../plugin/centre.ts'
import { startCentre } from '../settlement/test/centre.ts'
import { openCounter } from '../settlement/test/counter.ts'
import { form } from './test/two-diseases.ts'

// 门诊两病 at the counter, and where an area has no interface for it, or has it no more.

const centre = opened(startCentre)
const fault = (name: string, infno: string, more: object = {}) => centre.fault({ fault: name, infno, ...more })

describe('湖南版', () => {
  const hunan = opened(() => openCounter('clerk3', {}, centre))
  const psnNo = '43010000000000000036'

  test('a number that the list could not name at once is asked for when it is taken back', async () => {
    const { clerk } = hunan
    const { id } = await clerk.ok(twoDiseases.add, { readId: (await hunan.read(psnNo)).readId, ...form })
    await fault('refuse', '2693', { text: '系统维护' })
    const filed = await clerk.ok(twoDiseases.upload, { id })
    expect(filed).toMatchObject({ state: 'uploaded', serial: '' })
    expect(filed.message).toContain('撤销时再向医保中心查询')
    expect(await clerk.ok(twoDiseases.repeal, { id, reason: '填错' })).toMatchObject({
      ...{ state: 'repealed', message: '' },
      serial: expect.stringMatching(/^B430100/),
    })
    expect(await centre.filings(psnNo)).toEqual([])
  })

  // 新生儿 has nothing filed; 居民，糖尿病备案 has a chronic disease.
  const chronicOne = '43010000000000000014'
  const ask = (readId: string, more = { twoDiseases: true }) => hunan.clerk.send(card.disease, { readId, ...more })
  const rows = async (readId: string, more?: { twoDiseases: boolean }) =>
    (await ask(readId, more)).result?.map(({ code, kind }) => [code, kind])

  test('where the centre refuses the question about the two, the chronic ones are answered as ever, if there are any', async () => {
    for (const [who, found] of [
      [psnNo, []],
      [chronicOne, [['M01600', 'chronic']]],
    ] as const) {
      const { readId } = await hunan.read(who)
      await fault('refuse', '2693', { text: '没有这个接口' })
      expect(await rows(readId)).toEqual(found)
    }
  })

  test('an answer about the two that does not come holds the chronic ones back no longer than some seconds; of who has none it is said that nobody knows', async () => {
    for (const who of [chronicOne, psnNo]) {
      const { readId } = await hunan.read(who)
      // The centre keeps its answer back until the counter has its own.
      let counted: Awaited<ReturnType<typeof ask>> | undefined
      await centre.during(
        '2693',
        async () => {
          counted = await ask(readId)
        },
        () => expect.poll(() => counted, { timeout: 30_000 }).toBeDefined(),
      )
      if (who === chronicOne) expect(counted!.result).toMatchObject([{ code: 'M01600', kind: 'chronic' }])
      else
        expect([counted!.statusCode, counted!.resultExtendInfo?.key, counted!.resultNotice?.error]).toEqual([
          ...[504, 'disease.unknown'],
          '没有慢特病备案；门诊两病备案医保中心没有答复，不知道有没有',
        ])
      expect((await ask(readId)).resultNotice?.error ?? '', 'asked again it is known').toBe('')
    }
  })

  test('a console of before, which takes each row for a chronic disease, is answered chronic ones and asks about no others', async () => {
    const { clerk } = hunan
    const { readId } = await hunan.read(psnNo)
    const { id } = await clerk.ok(twoDiseases.add, { readId, ...form })
    await clerk.ok(twoDiseases.upload, { id })
    expect(await rows(readId)).toEqual([['M03900', 'twoDiseases']])
    expect((await clerk.ok(card.searchDiseaseByType, { readId, kind: 'twoDiseases' })).length).toBe(1)
    expect(await clerk.ok(card.searchDisease, { readId, keyword: 'gxy' })).toMatchObject([{ kind: 'twoDiseases' }])
    expect(await clerk.ok(card.diseaseBalance, { readId, diseaseCode: 'M03900' })).toMatchObject([
      { kind: 'twoDiseases', limit: form.limit },
    ])
    await fault('refuse', '2693', { text: '没有问过' })
    expect(await clerk.ok(card.disease, { readId })).toEqual([])
    expect(await clerk.ok(card.searchDiseaseByType, { readId, kind: 'chronic' })).toEqual([])
    expect(
      (await clerk.send(twoDiseases.repeal, { id, reason: '填错' })).resultNotice?.error ?? '',
      'nobody has used the fault up',
    ).toBe('')
    await centre.clearFaults()
  })
})

test('an area that files them by neither edition says so, offers nothing and asks the centre nothing', async () => {
  const counter = await openCounter('clerk', { settings: { twoDiseases: 'none' } }, centre)
  try {
    // What was set goes into force with its revision, as a save gives it.
    await counter.server.deps.db.update(areas).set({ settingsRevision: sql`${areas.settingsRevision} + 1` })
    await refreshCentres(counter.server.deps)
    const { taken, note } = await counter.clerk.ok(twoDiseases.standing, {})
    expect(taken).toBe(false)
    expect(note).toContain('本区划的医保中心没有门诊两病备案接口')
    expect(note).toContain('请管理员在「医保配置」的「门诊两病备案」里选择')
    const { readId } = await counter.read('32050000000000000004')
    const answer = await counter.clerk.send(twoDiseases.add, { readId, ...form })
    expect(answer.resultNotice?.error).toBe('本区划的医保中心没有门诊两病备案接口')
    expect((await counter.clerk.send(twoDiseases.compare, { readId })).statusCode).toBe(409)
    await fault('refuse', '5395', { text: '没有这个接口' })
    expect(await counter.clerk.ok(card.disease, { readId, twoDiseases: true })).toEqual([])
    expect((await counter.clerk.ok(diseasesInfo.standing, {})).taken).toBe(true)
  } finally {
    await centre.clearFaults()
    await counter.close()
  }
})

test('what was filed before the option was set to none is not half sent: its state stays, and the clerk reads who can help', async () => {
  const counter = await openCounter('clerk', {}, centre)
  const { clerk, server } = counter
  const option = async (chosen: string) => {
    const settings = sql`${areas.settings} || ${JSON.stringify({ twoDiseases: chosen })}::jsonb`
    await server.deps.db.update(areas).set({ settings, settingsRevision: sql`${areas.settingsRevision} + 1` })
    await refreshCentres(server.deps)
  }
  try {
    const added = async (n: number) => {
      const { readId } = await counter.read(`320500${String(n).padStart(14, '0')}`)
      return (await clerk.ok(twoDiseases.add, { readId, ...form })).id
    }
    // 大学生, 学龄前儿童, 新生儿: what others filed of them was taken back.
    const [filed, lost, draft] = [await added(31), await added(32), await added(36)]
    await clerk.ok(twoDiseases.upload, { id: filed })
    await fault('dropAfterBooking', '2595')
    expect((await clerk.send(twoDiseases.upload, { id: lost })).statusCode).toBe(504)
    await option('none')
    const repeal = (id: string) => clerk.send(twoDiseases.repeal, { id, reason: '填错' })
    const upload = (id: string) => clerk.send(twoDiseases.upload, { id })
    for (const refused of [await repeal(filed), await upload(lost), await upload(draft)]) {
      expect(refused.statusCode).toBe(409)
      expect(refused.resultNotice?.tips).toContain('请管理员先在「医保配置」的「门诊两病备案」里选回原来的接口')
    }
    const states = async () => {
      const all = await Promise.all([filed, lost, draft].map((id) => clerk.ok(twoDiseases.get, { id })))
      return all.map((one) => [one.state, one.lost])
    }
    expect(await states()).toEqual([
      ['uploaded', undefined],
      ['unknown', 'upload'],
      ['draft', undefined],
    ])
    expect((await repeal(draft)).result?.state, 'a draft is given up all the same').toBe('repealed')
    await option('2595')
    expect((await upload(lost)).result?.state).toBe('uploaded')
    for (const id of [filed, lost]) expect((await repeal(id)).result?.state).toBe('repealed')
  } finally {
    await centre.clearFaults()
    await counter.close()
  }
})
