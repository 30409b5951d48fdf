import { beforeEach, expect, test, vi } from 'vitest'
import { runAction } from '../pages/system-manager/sql-ver-management/run.tsx'
import { type Month, monthActions } from './month-actions.tsx'

// Where a second person is asked and does not give his word, what the first one typed is still there.

const sent = vi.hoisted(() => [] as unknown[])
vi.mock('../api/index.ts', async (original) => ({
  ...(await original<object>()),
  callServer: async (_: unknown, input: object) => {
    sent.push(input)
    return {
      version: '1.2',
      name: '补索引',
      module: 'm',
      database: 'd',
      checksum: 'c'.repeat(64),
      script: 's',
      progressId: 'p',
    }
  },
}))
beforeEach(() => {
  sent.length = 0
})

type Submit = (values: Record<string, unknown>) => Promise<unknown>

/** A form whose person presses its button as often as it stays, and answers of the second person in turn. */
const person = (answers: (string | undefined)[], handedOn = false) => {
  const kept: unknown[] = []
  return {
    kept,
    form: async ({ submit }: { submit: Submit }) => {
      for (let n = 0; n < 2; n++) {
        kept.push(await submit({ reason: '误操作' }))
        if (kept.at(-1) !== false) return true
      }
      return false
    },
    confirm: async () => true,
    progress: async () => undefined,
    authorize: async ({ instead }: { instead?: { done?: () => void } }) => {
      if (handedOn) instead?.done?.()
      return answers.shift()
    },
  }
}

const month = { id: 'm1', storeName: '观前店', month: '2026-10', needsApproval: true, confirmedPaid: '1.00' } as Month
const rollback = (dialogs: object) =>
  monthActions.find(({ key }) => key === 'rollback')!.run!(month, { dialogs } as never)

test('回退确认: called off once, then given', async () => {
  const dialogs = person([undefined, 'a1'])
  await rollback(dialogs)
  expect(dialogs.kept).toEqual([false, true])
  expect(sent).toEqual([{ id: 'm1', reason: '误操作', authorizationId: 'a1' }])
})

test('回退确认: what was handed on to somebody elsewhere leaves no form behind, and is not sent', async () => {
  const dialogs = person([undefined], true)
  await rollback(dialogs)
  expect([dialogs.kept, sent]).toEqual([[true], []])
})

test('a script: called off once, then given', async () => {
  const dialogs = person([undefined, 'a1'])
  await runAction('execute', () => true).run!({ id: 's1' } as never, { dialogs } as never)
  expect(dialogs.kept).toEqual([false, true])
  expect(sent.at(-1)).toMatchObject({ id: 's1', reason: '误操作', authorizationId: 'a1' })
})
