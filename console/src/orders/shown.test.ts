import { expect, test } from 'vitest'
import { showable, shownInput } from './shown.ts'

test('what he paid by is asked for by nothing, another proof by its name, none only with why', () => {
  expect(shownInput('', '')).toEqual({})
  expect(shownInput('idCard', '多余的说明')).toEqual({ medium: 'idCard' })
  for (const why of ['', '卡丢', '  丢了  ']) expect(shownInput('none', why)).toBeUndefined()
  expect(shownInput('none', ' 参保人卡已挂失 ')).toEqual({ withoutCard: '参保人卡已挂失' })
})

test('who has nothing with him is offered only where somebody else approves', () => {
  expect(showable(false).map(({ value }) => value)).not.toContain('none')
  expect(showable(true).at(-1)?.value).toBe('none')
})
