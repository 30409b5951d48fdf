import type { InputOf, ResultOf } from '@yibao/shared/call.ts'
import type { roleUser } from '@yibao/shared/calls/role-user.ts'
import { inArray } from 'drizzle-orm'
import { Refusal, refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import { user } from '../auth/tables.ts'
import { menuRoleOf } from './roles.ts'
import { switchUser } from './user-edit.ts'
import { giveMenuRoles } from './user-roles.ts'

type Done = ResultOf<typeof roleUser.stopUsers>

/**
 * Does something to each account by the rules of one. What is refused of one keeps none of the others; a fault ends it, and
 * those before it are done. The log has all of them by name.
 */
const each = async (c: Context, userIds: readonly string[], one: (userId: string) => Promise<unknown>) => {
  const ids = [...new Set(userIds)]
  const names = await c.db
    .select({ userId: user.id, userName: user.userName, name: user.name })
    .from(user)
    .where(inArray(user.id, ids))
  const done: string[] = []
  const left: Done['left'] = []
  // A refusal of whom the caller does not see names nobody.
  const unseen = { userName: '', name: '' }
  const note = () =>
    c.keep({
      done,
      notDone: left.map(({ userName, reason }) => `${userName}：${reason}`),
    })
  for (const userId of ids) {
    const { userName, name } = names.find((found) => found.userId === userId) ?? unseen
    try {
      await one(userId)
      done.push(userName)
    } catch (error) {
      if (!(error instanceof Refusal)) {
        note()
        throw error
      }
      left.push({ userId, ...(error.key === 'not.found' ? unseen : { userName, name }), reason: error.message })
    }
  }
  note()
  return { done: done.length, left }
}

/** Role/StopUsers */
export const stopUsers = ({ userIds, stopped }: InputOf<typeof roleUser.stopUsers>, c: Context): Promise<Done> =>
  each(c, userIds, (userId) => switchUser(c, userId, stopped))

/** Role/ChangeMenuRoles: in place of `from`, whoever does not hold it any more is left as he is. */
export const changeMenuRoles = async (
  { userIds, roleIds, from }: InputOf<typeof roleUser.changeMenuRoles>,
  c: Context,
): Promise<Done> => {
  // Nobody loses all his pages by a form that was sent empty.
  if (!roleIds.length) refuse('not.found', { what: '菜单角色' })
  const old = from ? await menuRoleOf(c, from) : undefined
  const after = await Promise.all(roleIds.map(async (roleId) => (await menuRoleOf(c, roleId)).name))
  const wanted = (held: readonly string[]): string[] => {
    if (!old) return roleIds
    if (!held.includes(old.id)) refuse('role.notHeld', { name: old.name })
    return [...new Set([...held.filter((id) => id !== old.id), ...roleIds])]
  }
  const held: string[] = []
  const result = await each(c, userIds, async (userId) => {
    const { userName, before } = await giveMenuRoles({ userId, wanted }, c)
    held.push(`${userName}：${before?.join('、') ?? ''}`)
  })
  c.keep({ before: old ? [old.name] : held, after })
  return result
}
