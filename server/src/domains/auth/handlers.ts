import type { auth } from '@yibao/shared/calls/auth.ts'
import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import type { Handlers } from '../../call/mount.ts'
import { platformOf } from '../organisation/settings.ts'
import { admitted, askedHere } from './admitted.ts'
import { authorize } from './authorize.ts'
import { areasOf } from './grants.ts'
import { identify, refuseUnfit } from './identify.ts'
import { refuseWrong } from './lockout.ts'
import { mustChangeOf } from './new-password.ts'
import { askOwn, ownRow } from './own-password.ts'
import { loginResult, openSession } from './sessions.ts'
import { silentLogin } from './silent.ts'

/** Ends the caller's session; nobody logs somebody else off. */
export const endSession = async (userId: string, { me, services }: Context): Promise<null> => {
  if (userId !== me.userId) refuse('permission.denied', { title: '注销他人' })
  await services.access.close(me.userId, me.sessionId)
  return null
}

/** Auth/EndView: ends the caller's view and nothing else. */
const endView = async (_: unknown, c: Context): Promise<null> => {
  const { me, services } = c
  if (!me.viewedBy) return refuse('view.none')
  await services.access.end(me.sessionId)
  c.on(me.userName)
  return null
}

const inArea = async (areaCode: string | undefined, c: Context) => {
  const { me, db, services, token } = c
  if (areaCode) {
    if (!me.isAdminUser) refuse('permission.denied', { title: '切换区划' })
    const open = await areasOf(db, { id: me.userId, isSuperAdmin: me.isSuperAdmin })
    if (!open.some(({ code }) => code === areaCode)) refuse('area.denied')
  }
  const next = await services.access.reissue(token, areaCode)
  return loginResult(c, next ?? refuse('session.missing'))
}

export const authHandlers: Handlers<typeof auth> = {
  login: admitted(async ({ userName, passWord }, c) => {
    const [password] = await c.services.passwords.open([passWord], userName)
    const person = await identify(c, userName, password!)
    const mustChange = mustChangeOf(person, (await platformOf(c.deps)).passwordDays, c.now)
    return loginResult(c, await openSession({ db: c.db, access: c.services.access }, person, { mustChange }))
  }),
  silentLogin,
  refreshToken: ({ medicalAreaCode }, c) => inArea(medicalAreaCode, c),
  switchArea: ({ medicalAreaCode }, c) => inArea(medicalAreaCode, c),
  // Grants are read from the database at every request; there is no cache that could be stale.
  refreshLogInRoleCache: () => null,
  endView,
  logout: ({ id }, c) => endSession(id, c),
  authorize: askedHere(authorize),
  unlock: askedHere(async ({ passWord }, c) => {
    const [password] = await c.services.passwords.open([passWord], c.me.userName)
    const person = await ownRow(c)
    await askOwn(c, person, password!, (counter) => refuseWrong(counter, c.now, 'auth.wrongPassword'))
    await refuseUnfit(c.db, person)
    return null
  }),
  publicKey: async (_, { services: { passwords }, now }) => ({
    customDataInfo: passwords.encrypted,
    publicKey: await passwords.publicKey(),
    serverTime: now.getTime(),
  }),
}
