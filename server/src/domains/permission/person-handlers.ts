import { createHash } from 'node:crypto'
import type { role, user } from '@yibao/shared/calls/auth.ts'
import { menuRows } from '@yibao/shared/menu.ts'
import { can } from '@yibao/shared/permission.ts'
import type { Handlers } from '../../call/mount.ts'
import type { SessionUser } from '../../call/session-user.ts'
import { endSession } from '../auth/handlers.ts'
import { userInfoOf } from '../auth/sessions.ts'
import { whyHidden } from './why.ts'

/** The two pages of a guest of /forwarding (SPEC 5). */
const guestMenus = ['QrCode', 'AbnormalOrderManager']
const guestButtons = [
  { menuCode: 'QrCode', buttonCode: 'query' },
  { menuCode: 'QrCode', buttonCode: 'add' },
  { menuCode: 'AbnormalOrderManager', buttonCode: 'query' },
]

const own = menuRows.filter((row) => !row.public && !row.of)

const menusOf = (me: SessionUser): string[] =>
  me.guest ? guestMenus : own.filter(({ menuCode }) => can(me, { menuCode })).map(({ menuCode }) => menuCode)

const everyButton = own.flatMap(({ menuCode, buttons = [] }) =>
  buttons.map((buttonCode) => ({ menuCode, buttonCode: String(buttonCode) })),
)

const buttonsOf = (me: SessionUser) => (me.guest ? guestButtons : everyButton.filter((one) => can(me, one)))

/** A number that changes when the grants do. */
const versionOf = (value: unknown): number =>
  createHash('sha256').update(JSON.stringify(value)).digest().readUIntBE(0, 6)

export const userHandlers: Handlers<typeof user> = {
  logoff: ({ userId }, c) => endSession(userId, c),
  getLoginUserInfo: (_, { db, me, now }) => userInfoOf(db, me, now),
}

export const roleHandlers: Handlers<typeof role> = {
  getMenuList: (_, { me }) => ({ menus: menusOf(me).map((menuCode) => ({ menuCode })) }),
  getMenuButtonByUser: (_, { me }) => {
    const buttons = buttonsOf(me)
    return { buttons, version: versionOf(buttons) }
  },
  whyHidden: ({ menuCode }, c) => whyHidden(menuCode, c),
}
