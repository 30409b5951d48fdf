import { expect, test } from 'vitest'
import { useBench } from './test/use-bench.ts'

// Centres that give a reversal the number of its settlement, and none of its own.

const bench = useBench()

test.each(['clerk', 'clerk3'] as const)(
  '%s: what the centre says of a settlement moves no reversal that bears its number to another day',
  async (who) => {
    const first = await bench.day(who, '2026-09-01')
    const { id } = await first.buy('2.00')
    const day = await bench.day(who, '2026-09-02')
    expect((await day.cancel(id)).success).toBe(true)
    const { setlId, reversedAt } = await day.order(id)
    await day.patch(id, { reversalSetlId: setlId })
    const { groups } = await day.total()
    // The sums agree: it is looked at row by row all the same.
    for (const group of groups) await day.detail(group)
    expect((await day.order(id)).reversedAt).toEqual(reversedAt)
    expect((await day.book()).map(({ medfee_sumamt }) => Number(medfee_sumamt))).toEqual([-2])
    const found = (await Promise.all(groups.map((group) => day.differences(group)))).flat()
    // Its message tells that it is the same one, which the clerk reads once: nothing is left to do.
    expect(new Set(found.map((one) => `${one.class} ${one.handledAction} ${one.handledNote}`))).toEqual(
      new Set(['oneSideReversed confirmReversal 两边都已撤销']),
    )
    expect((await day.order(id)).reversedAt).toEqual(reversedAt)
  },
)
