import { playStorm } from '@yibao/server/domains/settlement/test/storm/play.ts'
import { demoStores } from '@yibao/server/domains/settlement/test/storm/till.ts'
import type { Bench } from './kit/row.ts'

const purchases = Number(process.env.STORM_PURCHASES ?? 10_000)

/**
 * Seeded purchases at three stores under kills of server and centre and faults of messages; then both books are laid side
 * by side and reconciled by 3201 and 3202.
 */
export const run: Bench = async (say) => {
  say(`${purchases} 笔购药，其中八分之一遇到进程被杀，其余每笔遇到报文故障`)
  const { stores, selling, seconds } = await playStorm({
    ...{ purchases, kills: Math.ceil(purchases / 8), killSize: 24, seed: 20261121 },
    stores: demoStores(10),
    say,
  })
  const wrong = stores.flatMap(({ onlyCentre, onlyOurs, doubled, differing, unlisted }) => [
    ...[...onlyCentre, ...onlyOurs, ...doubled, ...differing, ...unlisted],
  ])
  if (wrong.length) say(wrong.slice(0, 20).join('\n'))
  return [
    {
      ...{ name: `storm of ${purchases}: unlisted differences`, unit: '', ours: wrong.length },
      ...{ compare: 'value', limit: { atMost: 0 } },
    },
    { name: 'storm: purchases per second', unit: '/s', ours: purchases / selling, compare: 'value' },
    { name: 'storm: whole run', unit: 's', ours: seconds, compare: 'value' },
  ]
}
