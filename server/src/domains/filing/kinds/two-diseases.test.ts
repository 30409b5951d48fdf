import { expect, test } from 'vitest'
import type { Answer, Operation } from '../../../centre/client.ts'
import { profileOf } from '../../../centre/profiles.ts'
import type { Ask, Filing, Run } from './kind.ts'
import { twoDiseases } from './two-diseases.ts'

const row = { diseCode: 'M03900', diseName: '高血压', begndate: '2026-10-09', appyFixmedinsNo: 'H1' }
const one = { serial: 'B1' } as Filing

/** A centre of Hunan that answers each transaction as it is given: an output, or how it ended otherwise. */
const hunan = (answers: Record<string, object>) => {
  const asked: string[] = []
  const profile = profileOf('430100', '')
  const ask: Ask = async <A, R>(operation: Operation<A, R>) => {
    asked.push(operation.infno)
    const answer = answers[operation.infno]!
    if ('kind' in answer) return answer as Answer<R>
    const value = operation.read(answer as never, profile) as R
    return { kind: 'booked', value, answerFaults: [], refMsgid: '', ms: 1 }
  }
  return { asked, run: Object.assign(ask, { profile }) as Run }
}

test('an application that the list does not name is asked for by its number, before it counts as gone', async () => {
  const there = hunan({ 2693: { data: [] }, 2694: { ...row, trtDclaDetlSn: 'B1' } })
  expect(await twoDiseases.held('1', there.run, one)).toMatchObject({ value: [{ serial: 'B1', part: 'H1' }] })
  expect(there.asked).toEqual(['2693', '2694'])
  const listed = hunan({ 2693: { data: [{ ...row, trtDclaDetlSn: 'B1' }] } })
  expect(await twoDiseases.held('1', listed.run, one)).toMatchObject({ value: [{ serial: 'B1' }] })
  expect(listed.asked, 'the list has it').toEqual(['2693'])
  const gone = hunan({ 2693: { data: [] }, 2694: { kind: 'refused', message: 'B1 不存在', ms: 1 } })
  expect(await twoDiseases.held('1', gone.run, one)).toMatchObject({ kind: 'booked', value: [] })
  const lost = hunan({ 2693: { data: [] }, 2694: { kind: 'unknown', reason: 'timeout', detail: '', ms: 1 } })
  expect((await twoDiseases.held('1', lost.run, one)).kind, 'nobody knows').toBe('unknown')
  const nobody = hunan({ 2693: { data: [] } })
  expect(await twoDiseases.held('1', nobody.run)).toMatchObject({ value: [] })
})
