import { dictionary } from '@yibao/shared/calls/dictionary.ts'
import { slip } from '@yibao/shared/calls/slip.ts'
import { expect, test } from 'vitest'
import { countChange } from '../../api/changes.ts'
import type { Dialogs } from '../dialog-kinds.ts'
import { whileWanted } from './wanted.ts'

const dialogs = () => ({ confirm: async () => true }) as unknown as Dialogs
const ask = (press: Dialogs) =>
  press.confirm({ title: '撤销结算', okText: '确认撤销' }).catch(({ name }: Error) => name)

test.each([
  ['reads only', dictionary.map, 'AbortError'],
  ['may change something', slip.make, true],
])('a press after which a call that %s was made, and then another press', async (_, call, opens) => {
  const list = dialogs()
  const first = whileWanted(list)
  countChange(call)
  const second = whileWanted(list)
  expect([await ask(first), await ask(second)]).toEqual([opens, true])
})

test('what is sent after the second press does not speak for the first; the first that has asked asks on', async () => {
  const list = dialogs()
  const first = whileWanted(list)
  const second = whileWanted(list)
  countChange(slip.make)
  expect([await ask(first), await ask(second)]).toEqual(['AbortError', true])
  whileWanted(list)
  expect([await ask(first), await ask(second)]).toEqual(['AbortError', true])
})

test('a press whose first question stands goes on to its second one, though another was pressed meanwhile', async () => {
  const list = dialogs()
  const first = whileWanted(list)
  expect(await ask(first)).toBe(true)
  const second = whileWanted(list)
  expect([await ask(first), await ask(second)]).toEqual([true, true])
})
