import { menuRows } from '@yibao/shared/menu.ts'
import { can, type Me, sidebarRows } from '@yibao/shared/permission.ts'
import { beforeAll, expect, test } from 'vitest'
import { opened } from '../../../tools/opened.ts'
import { startTestServer, testClock } from './kit.ts'

// rights.tsv beside this file is what the four kinds of users may: read it before you accept a change of it
// (`vitest run rights-snapshot -u`).

const kinds = { super: 'admin', area: 'area', clerk: 'clerk', viewer: 'viewer' }

const people: Record<string, Me> = {}
const server = opened(() => startTestServer({ clock: testClock() }))
beforeAll(async () => {
  for (const [kind, name] of Object.entries(kinds)) {
    const me = await server.deps.services.access.userOf((await server.as(name)).token)
    people[kind] = me!
  }
})

/** all = page and every button; a list = the buttons he has; page = no button; - = nothing. */
const standing = (me: Me, menuCode: string, buttons: readonly string[]): string => {
  const open = can(me, { menuCode })
  const own = buttons.filter((buttonCode) => can(me, { menuCode, buttonCode }))
  if (!open) return own.length ? `closed:${own.join(' ')}` : '-'
  if (own.length === buttons.length) return 'all'
  return own.length ? own.join(' ') : 'page'
}

test('every route and button for every kind of user', async () => {
  const shown = Object.fromEntries(
    Object.entries(people).map(([kind, me]) => [kind, new Set(sidebarRows(me).map(({ name }) => name))]),
  )
  const lines = menuRows
    .filter((row) => !row.public && !row.of)
    .map(({ name, path, menuCode, buttons = [] }) => [
      path,
      buttons.join(' ') || 'none',
      ...Object.entries(people).map(
        ([kind, me]) => `${standing(me, menuCode, buttons)}${shown[kind]?.has(name) ? ' *' : ''}`,
      ),
    ])
  const head = ['# * = in the sidebar now; a page that comes later is granted but not shown']
  const text = [head, ['path', 'buttons', ...Object.keys(people)], ...lines].map((line) => line.join('\t')).join('\n')
  await expect(`${text}\n`).toMatchFileSnapshot('./rights.tsv')
})
