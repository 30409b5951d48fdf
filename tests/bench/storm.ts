import { playStorm } from '@yibao/server/domains/settlement/test/storm.ts'
import type { Bench } from './kit/row.ts'

const purchases = Number(process.env.STORM_PURCHASES ?? 10_000)

/** Seeded purchases under kills of server and centre and faults of messages; then both books are laid side by side. */
export const run: Bench = async (say) => {
  say(`${purchases} 笔购药，其中八分之一遇到进程被杀，其余随机遇到报文故障`)
  const { onlyCentre, onlyOurs, doubled, open, listed, seconds } = await playStorm({
    ...{ purchases, kills: Math.ceil(purchases / 8), seed: 20261121, clerk: 'clerk', fixmedinsCode: 'P32050100001' },
    persons: [1, 2, 3, 4, 5].map((n) => `320500${String(n).padStart(14, '0')}`),
    say,
  })
  const wrong = onlyCentre.length + onlyOurs.length + doubled.length + Math.max(0, open - listed)
  return [
    {
      ...{ name: `storm of ${purchases}: unlisted differences`, unit: '', ours: wrong },
      ...{ compare: 'value', limit: { atMost: 0 } },
    },
    { name: 'storm: purchases per second', unit: '/s', ours: purchases / seconds, compare: 'value' },
  ]
}
