import { readFileSync } from 'node:fs'
import { compareFiles } from '@yibao/server/domains/reconciliation/engine/compare.ts'
import { besideUrl } from '../kit/install.ts'

export interface Counts {
  amounts: number
  localOnly: number
  centreOnly: number
}
type Contestant = (local: string, centre: string) => Promise<Counts>

const ours: Contestant = async (local, centre) => {
  const counts = { amounts: 0, localOnly: 0, centreOnly: 0 }
  for await (const { kind } of compareFiles({ local, centre })) counts[kind] += 1
  return counts
}

/** What one would write first: strings and a Map. */
const map: Contestant = async (local, centre) => {
  const counts = { amounts: 0, localOnly: 0, centreOnly: 0 }
  const waiting = new Map<string, string>()
  const rows = (path: string) => readFileSync(path, 'utf8').split('\n').filter(Boolean)
  for (const row of rows(local)) {
    const cells = row.split('\t')
    waiting.set(`${cells[0]} ${cells[6]}`, `${cells[3]} ${cells[4]} ${cells[5]}`)
  }
  for (const row of rows(centre)) {
    const cells = row.split('\t')
    const key = `${cells[0]} ${cells[6]}`
    const mine = waiting.get(key)
    if (mine === undefined) counts.centreOnly += 1
    else if (mine !== `${cells[3]} ${cells[4]} ${cells[5]}`) counts.amounts += 1
    waiting.delete(key)
  }
  counts.localOnly = waiting.size
  return counts
}

interface Duck {
  DuckDBInstance: {
    create: (path: string, options: Record<string, string>) => Promise<{ connect: () => Promise<Connection> }>
  }
}
interface Connection {
  runAndReadAll: (sql: string) => Promise<{ getRows: () => unknown[][] }>
}

const table = (path: string) =>
  `read_csv('${path}', delim = '\t', header = false, quote = '', columns = {'setl_id': 'varchar', 'mdtrt_id': 'varchar',
    'psn_no': 'varchar', 'medfee': 'decimal(16,2)', 'fund': 'decimal(16,2)', 'acct': 'decimal(16,2)', 'refd': 'varchar'})`

/** DuckDB with as many threads as we use; not a dependency of the product. */
const duckdb: Contestant = async (local, centre) => {
  const { DuckDBInstance } = (await import(besideUrl('@duckdb/node-api'))) as Duck
  const connection = await (await DuckDBInstance.create(':memory:', { threads: '2' })).connect()
  const answer = await connection.runAndReadAll(`
    select count(*) filter (where b.setl_id is null), count(*) filter (where a.setl_id is null),
      count(*) filter (where a.medfee <> b.medfee or a.fund <> b.fund or a.acct <> b.acct)
    from ${table(local)} a full outer join ${table(centre)} b on a.setl_id = b.setl_id and a.refd = b.refd`)
  const [localOnly, centreOnly, amounts] = answer.getRows()[0]!.map(Number) as [number, number, number]
  return { amounts, localOnly, centreOnly }
}

export const contestants: Record<string, Contestant> = { ours, map, duckdb }
