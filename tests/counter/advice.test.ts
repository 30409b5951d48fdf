import { expect, test } from 'vitest'
import { lost } from '../../console/test/counter/play.ts'
import { opened } from '../../tools/opened.ts'
import { openRealCounter } from './real-counter.ts'

const at = opened(openRealCounter)

test('1.7: what the clerk may tell a customer whose result is unknown, where nobody has written a text of his own', async () => {
  const { run, scan, player, item, reads } = at.serve()
  await scan('32050000000000000038')
  await run({ type: 'addItem', item })
  await run({ type: 'presettle' })
  const orderId = player.state.orderId!
  player
    .wait(1000)
    .do({ type: 'settle' }, { type: 'settleFailed', orderId, refusal: lost })
    .wait(30_000)
    .do({ type: 'waited', orderId })
  expect(reads()).toContain('医保中心可能已扣款，请勿重复结算')
  expect(reads()).toContain('可请顾客留下电话，核实后再取药')
  expect(reads()).not.toMatch(/自费|现金/)
})
