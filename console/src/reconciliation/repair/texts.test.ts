import { expect, test } from 'vitest'
import { differences } from '../../../test/samples-recon.ts'
import type { Difference } from './logic.ts'
import { changeOf } from './texts.ts'

const [known, localOnly, crossDay] = differences as [Difference, Difference, Difference]

test('a repair says of each row what it was and what it becomes', () => {
  expect(changeOf(localOnly, 'markReversed')).toEqual({ before: '本地 33.00', after: '已冲正 0.00' })
  expect(changeOf({ ...crossDay, day: '2026-10-24', at: '2026-10-25 00:00:07' }, 'moveDay')).toEqual({
    before: '记在 2026-10-25',
    after: '记在 2026-10-24',
  })
  const side = { ...known.centre!, total: '85.60', account: '60.00' }
  const other = { ...side, account: '1055.00', cash: '30.60' }
  expect(changeOf({ ...known, local: side, centre: other }, 'takeCentre')).toEqual({
    before: '账户 60.00',
    after: '账户 1,055.00',
  })
  expect(changeOf({ ...known, evidence: ['险种本地 310 / 中心 390'] }, 'correctGroup')).toEqual({
    before: '险种 310',
    after: '险种 390',
  })
  const organ = '清算机构和类别 本地 329900 11 / 中心 320500 41'
  expect(changeOf({ ...known, evidence: ['报文尾号 00150002 两边一致', organ] }, 'correctGroup')).toEqual({
    before: '清算机构和类别 329900 11',
    after: '清算机构和类别 320500 41',
  })
  expect(changeOf({ ...known, evidence: [] }, 'correctGroup').before).toBe('本地分组')
})
