import { beforeAll, describe, expect, test } from 'vitest'
import { opened } from '../../../tools/opened.ts'
import { databases, startTestServer } from '../test/kit.ts'
import { copyCell, inCopyTransaction } from './copy.ts'

describe.each(databases)('on %s', (database) => {
  const server = opened(() => startTestServer({ database }))
  beforeAll(async () => {
    await server.deps.db.execute('create table copied (id integer primary key, name text, fine boolean)')
  })

  const rows = (...lines: Parameters<typeof copyCell>[0][][]) =>
    Buffer.from(lines.map((cells) => `${cells.map(copyCell).join('\t')}\n`).join(''))
  const read = async () =>
    inCopyTransaction(server.deps.db, (tx) =>
      tx.query<{ name: string | null; fine: boolean }>('select name, fine from copied order by id'),
    )
  const columns = ['id', 'name', 'fine']

  test('every character arrives as it was, and nothing is nothing', async () => {
    const names = ['䶮𠮷', 'a\tb', 'a\\b\\N', 'line\nline\r', '', null, '\\.', 'a\u001fb', '"{1,2}"']
    await inCopyTransaction(server.deps.db, (tx) =>
      tx.copy('copied', columns, rows(...names.map((name, i) => [i, name, i % 2 === 0]))),
    )
    expect(await read()).toEqual(names.map((name, i) => ({ name, fine: i % 2 === 0 })))
    expect(copyCell('a\0b')).toBe('ab')
  })

  test('a row that is refused takes everything of its transaction with it, and the connection goes on', async () => {
    const before = await read()
    const twice = inCopyTransaction(server.deps.db, async (tx) => {
      await tx.copy('copied', columns, rows([100, 'first', true]))
      await tx.copy('copied', columns, rows([101, 'second', true], [100, 'again', true]))
    })
    await expect(twice).rejects.toThrow()
    expect(await read()).toEqual(before)
  })
})
