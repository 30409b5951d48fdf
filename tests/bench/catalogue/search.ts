import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { catalogueMenu } from '@yibao/shared/calls/catalogue-menu.ts'
import pg from 'pg'
import type { Contestant } from '../orders/contestants.ts'
import { logIn, startOurs } from '../orders/contestants.ts'
import { areaCode } from './files.ts'

/**
 * Words people type, of thousands of entries, so that none is asked twice in a row: two characters out of a name,
 * initials, a code.
 */
const wordsOf = async (url: string): Promise<Record<'chinese' | 'initials' | 'code', string[]>> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ name: string; initials: string; code: string }>(
    `select name, initials, code from catalogue_entry where area_code = $1 and kind in ('1301', '1302', '1306')
     order by md5(code) limit 4000`,
    [areaCode],
  )
  await client.end()
  return {
    chinese: rows
      .map(({ name }, i) => name.slice(i % Math.max(1, name.length - 1)).slice(0, 2))
      .filter((word) => word.length === 2),
    initials: rows.map(({ initials }) => initials.slice(0, 4).toLowerCase()),
    code: rows.map(({ code }) => code.slice(0, 12)),
  }
}

/** The same search by node:http and pg alone, in a process of its own. */
const startPlain = async (url: string) => {
  const child = fork(join(import.meta.dirname, 'plain.ts'), { env: { ...process.env, BENCH_CATALOGUE: url } })
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  return { port, stop: () => child.kill('SIGKILL') }
}

/** The server over a filled database, asked by an administrator of the area, and the plain one beside it. */
export const startSearch = async (url: string) => {
  const words = await wordsOf(url)
  const [ours, plain] = [await startOurs(url), await startPlain(url)]
  const token = await logIn(`http://127.0.0.1:${ours.port}/prod-api`, 'area', areaCode)
  const asking = (port: number, some: string[]): Contestant => ({
    ...{ port, stop: ours.stop },
    requests: some.map((keyword) => ({
      path: `/prod-api${catalogueMenu.getItemDirectoryBySelect.path}?${new URLSearchParams({ keyword, limit: '20' })}`,
      token,
    })),
  })
  return {
    stop: async () => {
      plain.stop()
      await ours.stop()
    },
    ours: (kind: keyof typeof words) => asking(ours.port, words[kind]),
    plain: (kind: keyof typeof words) => asking(plain.port, words[kind]),
  }
}
