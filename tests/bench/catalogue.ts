import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPostgres } from '@yibao/server/database/open.ts'
import { type Seeker, suggestFor } from '@yibao/server/domains/catalogue/suggest.ts'
import { newPostgres } from '@yibao/server/test/postgres.ts'
import { formatDay } from '@yibao/shared/time.ts'
import { sql } from 'drizzle-orm'
import { rowsFrom } from '../../server/src/database/rows-from.ts'
import { areaCode, makeFiles } from './catalogue/files.ts'
import { startSearch } from './catalogue/search.ts'
import type { Bench, Row } from './kit/row.ts'
import { interleave, median, timed } from './kit/stats.ts'
import { startLoad } from './orders/contestants.ts'

const rounds = 2
const searchRounds = 5
const inFlight = 20
const roundMs = 1500
const shopItems = 5000

interface Measured {
  ms: number
  mb: number
  url: string
}

/** One import into a new database by a process of its own. */
const measure = (who: 'ours' | 'copy', folder: string) => async (): Promise<Measured> => {
  const [url, dataDir] = [await newPostgres(), mkdtempSync(join(folder, 'data-'))]
  const file = join(import.meta.dirname, 'catalogue/child.ts')
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', file, who, folder], {
    env: { ...process.env, DATABASE_URL: url, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let text = ''
  child.stdout.on('data', (piece: Buffer) => {
    text += piece
  })
  const code = await new Promise((resolve) => child.once('exit', resolve))
  if (code !== 0) throw new Error(`${who} ended with ${code}`)
  return { ...(JSON.parse(text) as { ms: number; mb: number }), url }
}

/** Items as a shop writes them: another spelling of the form, its own spec, no maker. */
const seekersOf = async (db: Awaited<ReturnType<typeof openPostgres>>['db']): Promise<Seeker[]> => {
  const found = await db.execute(sql`
    select name, pack, producer, dosage_form from catalogue_entry
    where area_code = ${areaCode} and kind = '1301' order by md5(code) limit ${shopItems}`)
  const { rows } = found as unknown as {
    rows: { name: string; pack: string; producer: string; dosage_form: string }[]
  }
  return rows.map(({ name, pack, producer, dosage_form }, i) => ({
    ownCode: `B${i}`,
    name: i % 3 === 0 ? `${name.slice(0, -1)}（${name.at(-1)}）` : name,
    spec: i % 2 === 0 ? pack : pack.replace('*', '×'),
    producer: i % 4 === 0 ? '' : producer,
    dosageForm: dosage_form,
  }))
}

/** The national catalogue: 250 000 rows in beside COPY alone, searches at 20 in flight, suggestions for 5 000 items. */
export const run: Bench = async (say) => {
  const folder = mkdtempSync(join(tmpdir(), 'yibao-bench-catalogue-'))
  const stops: (() => unknown)[] = []
  try {
    say('按规则生成国家目录的 13 个文件')
    const rows = makeFiles(folder)
    say(`${rounds} 轮，各方轮流导入 ${rows} 行到新的数据库`)
    const results = await interleave(rounds, { ours: measure('ours', folder), copy: measure('copy', folder) })
    const of = (who: 'ours' | 'copy', what: 'ms' | 'mb') => median(results[who].map((one) => one[what]))
    const { url } = results.ours.at(-1)!
    const opened = await openPostgres(url, 2)
    stops.push(opened.close)
    await opened.db.execute(sql`select gin_clean_pending_list('catalogue_entry_grams')`)
    await opened.db.execute(sql`vacuum analyze catalogue_entry`)
    const counted = await opened.db.execute(sql`select count(*)::int as n from catalogue_entry`)
    const [{ n } = { n: 0 }] = rowsFrom<{ n: number }>(counted)
    if (n !== rows) throw new Error(`${n} rows are in, ${rows} were in the files`)

    say(`给 ${shopItems} 个商品找国家码`)
    const seekers = await seekersOf(opened.db)
    let matched = 0
    const suggestMs = await timed(async () => {
      const found = await suggestFor(opened.db, areaCode, seekers, formatDay(new Date()))
      matched = [...found.values()].filter(([best]) => best !== undefined && best.similarity >= 70).length
    })
    if (matched < shopItems * 0.9) throw new Error(`only ${matched} of ${shopItems} items have a suggestion`)

    say(`查找：${searchRounds} 轮，每轮每类 ${roundMs} ms，${inFlight} 个请求同时在途`)
    const search = await startSearch(url)
    stops.push(search.stop)
    const load = startLoad()
    stops.push(load.stop)
    const turns = (ms: number) => ({
      chinese: () => load.run(search.ours('chinese'), inFlight, ms),
      chinesePlain: () => load.run(search.plain('chinese'), inFlight, ms),
      initials: () => load.run(search.ours('initials'), inFlight, ms),
      initialsPlain: () => load.run(search.plain('initials'), inFlight, ms),
      code: () => load.run(search.ours('code'), inFlight, ms),
      codePlain: () => load.run(search.plain('code'), inFlight, ms),
    })
    // A server that people work with has run for a while: its first seconds belong to the compiler.
    await interleave(2, turns(roundMs))
    const found = await interleave(searchRounds, turns(roundMs))
    const p95Of = (kind: keyof typeof found) => median(found[kind].map((one) => one.p95))
    const p95 = (kind: 'chinese' | 'initials' | 'code', name: string): Row => ({
      ...{ name: `search by ${name}, p95 at ${inFlight}`, unit: 'ms', compare: 'value', limit: { atMost: 20 } },
      ours: p95Of(kind),
      beside: { name: 'node:http + pg', value: p95Of(`${kind}Plain`) },
    })
    return [
      {
        ...{ name: `import of ${rows} rows`, unit: 'ms', ours: of('ours', 'ms'), compare: 'ratio' },
        ...{ beside: { name: 'COPY alone', value: of('copy', 'ms') }, limit: { atMost: 3 } },
      },
      { name: 'import, memory grown', unit: 'MB', ours: of('ours', 'mb'), compare: 'value', limit: { atMost: 150 } },
      p95('chinese', 'two characters'),
      p95('initials', 'initials'),
      p95('code', 'code'),
      {
        ...{ name: `suggestions for ${shopItems} items`, unit: 'ms', ours: suggestMs, compare: 'value' },
        limit: { atMost: 30_000 },
      },
    ]
  } finally {
    for (const stop of stops.toReversed()) await stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
