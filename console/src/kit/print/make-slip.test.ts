import { slip } from '@yibao/shared/calls/slip.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fakeUi } from '../../../test/support/fake-http.ts'
import { setUi, ui } from '../../api/ui.ts'
import { makeSlip } from './make-slip.ts'

const before = ui()
let shown: string[]
beforeEach(() => {
  shown = fakeUi()
})
afterEach(() => setUi(before))

const order = { orderId: 'o1', kind: 'settlement' } as const
const made = (missingCharacters: string[]) => async (call: typeof slip.make) => {
  expect(call).toBe(slip.make)
  return { slipId: 's1', layout: '80' as const, printNo: 1, pages: 1, missingCharacters, needsReason: false }
}

test('a character that no font draws is for attention: the slip is printed all the same, and somebody can tell', async () => {
  expect(await makeSlip(order, undefined, made(['𠮷', '䶮']))).toMatchObject({ slipId: 's1', documentType: 'slip' })
  expect(shown).toEqual(['attention 小票照常打印，缺字：字库没有 𠮷、䶮，以〓和编码代替。请联系管理员报告缺字'])
})

test('a slip with all of its characters says nothing', async () => {
  await makeSlip(order, undefined, made([]))
  expect(shown).toEqual([])
})
