import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { DayRange } from './day-range.tsx'

// Of two days of which each is 开始日期 or 结束日期 a screen reader has to be told what they are of.

const drawn = (name?: string) =>
  renderToStaticMarkup(<DayRange name={name} values={{}} unit="day" onChange={() => undefined} />)

test('a range by itself is a group of its name', () => {
  expect(drawn('业务日期')).toMatch(/^<div role="group" aria-label="业务日期"/)
  // Beside a label the field around it is the group.
  expect(drawn()).toMatch(/^<div role="presentation"/)
})
