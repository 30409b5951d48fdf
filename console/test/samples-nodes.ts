import { page, today } from './samples.ts'

// Answers of the pages about the nodes and what is slow on them.

/** Sample answers by domain.name. */
export const nodeAnswers = {
  'siteLoad.current': () =>
    page([
      {
        ...{
          id: '7-a',
          name: 'a:47600',
          host: 'a',
          role: 'single',
          version: '1.0.0',
          state: 'serving',
          uptime: '2 天',
        },
        ...{ since: `${today} 08:00:00`, heartbeatAt: `${today} 10:31:00`, cpu: 12, rss: 310, heap: 120, lag: 3 },
        ...{
          rate: '4.2',
          active: 1,
          queue: 0,
          dbUsed: 1,
          db: '1/20',
          p50: 420,
          p95: 1930,
          restartable: true,
          last: true,
        },
        asked: '',
      },
    ]),
  'siteLoad.history': () => ({ step: 30, dbMax: 20, points: [{ at: `${today} 10:30:30`, cpu: 12, rate: '4.2' }] }),
  'siteLoad.command': () => null,
  'slowSql.paged': () =>
    page([
      {
        ...{
          digest: '3f2a9c0d1e4b5a67',
          statement: 'select * from "purchase_order" where "store_id" = $1',
          tables: 'purchase_order',
        },
        ...{ count: 12, averageMs: 620, maxMs: 1930, totalMs: 7440, rows: 120, lastAt: `${today} 10:31:00` },
        ...{ nodes: 'a:47600', callers: '订单列表 order.paged' },
      },
    ]),
  'slowSql.get': ({ digest }: { digest?: unknown }) => ({
    ...{ digest, text: 'select 1', tables: [], explainable: true, similar: [], sources: [] },
    days: [{ day: today, count: 12, averageMs: 620, maxMs: 1930 }],
  }),
  'slowSql.explain': () => ({ plan: 'Result  (cost=0.00..0.01 rows=1 width=4)' }),
  'slowSql.setting': () => ({ thresholdMs: 500 }),
  'slowSql.saveSetting': () => null,
}
