import { allCalls } from '@yibao/shared/calls/index.ts'
import { menuRows } from '@yibao/shared/menu.ts'
import { expect, test } from 'vitest'
import { sources } from '../domains/transfer/sources.ts'
import { clerkRole, viewerRole } from '../seed/roles.ts'

// What 菜单角色 offers to tick opens something, and what the roles we ship grant is among it.

/** Asked for by the console alone: a page's own look, paper, sheets brought in, and the counter's prices. */
const ofConsole = (menuCode: string, buttonCode: string) =>
  ['query', 'print', 'import'].includes(buttonCode) || (menuCode === 'SwipingCard' && buttonCode === 'edit')

test('every button of the menu is asked for by a call or an export', () => {
  const asked = new Set(
    [
      ...allCalls().map(([, call]) => call),
      // A list that leaves as a sheet asks for 导出 of its own page.
      ...Object.values(sources).map(({ call }) => ({ ...call, button: 'export' })),
    ].flatMap(({ menu, button }) => [menu ?? []].flat().map((menuCode) => `${menuCode}.${button}`)),
  )
  const idle = menuRows.flatMap(({ menuCode, buttons = [] }) =>
    buttons
      .filter((code) => !ofConsole(menuCode, code) && !asked.has(`${menuCode}.${code}`))
      .map((code) => `${menuCode}.${code}`),
  )
  expect(idle).toEqual([])
})

test('the roles that come with the product grant buttons that exist', () => {
  const known = new Set(menuRows.flatMap(({ menuCode, buttons = [] }) => buttons.map((code) => `${menuCode}.${code}`)))
  const granted = [clerkRole, viewerRole].flatMap(({ buttons }) =>
    buttons.map(({ menuCode, buttonCode }) => `${menuCode}.${buttonCode}`),
  )
  expect(granted.filter((one) => !known.has(one))).toEqual([])
})
