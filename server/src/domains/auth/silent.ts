import type { InputOf } from '@yibao/shared/call.ts'
import type { auth } from '@yibao/shared/calls/auth.ts'
import { routeOfKey, rowOfName } from '@yibao/shared/menu.ts'
import { and, eq } from 'drizzle-orm'
import type { Context } from '../../call/context.ts'
import { refuse } from '../../call/refuse.ts'
import { client, company, store } from '../organisation/tables.ts'
import { refuseLocked } from './lockout.ts'
import { loginResult, openSession } from './sessions.ts'
import { user } from './tables.ts'
import { fitsVerifyCode } from './verify-code.ts'

type Input = InputOf<typeof auth.silentLogin>

const isOn = (value: unknown) => value === true || value === 'true'

const findClient = async ({ db }: Context, { companyId, clientNo }: Input) => {
  const [row] = await db
    .select({ company, storeId: client.storeId, closed: store.closed, owner: user })
    .from(client)
    .innerJoin(company, eq(company.id, client.companyId))
    .innerJoin(store, eq(store.id, client.storeId))
    .innerJoin(user, eq(user.id, client.userId))
    .where(and(eq(client.companyId, companyId), eq(client.clientNo, clientNo)))
  return row
}

/** Where the two ways without a login lead (SPEC 5), then the routeKey (SPEC 2); without a key to the home page. */
const targetOf = ({ routeKey, isQrCode, isExOrder }: Input): string | undefined => {
  if (isOn(isQrCode)) return rowOfName('QrCode')?.path
  if (isOn(isExOrder)) return rowOfName('AbnormalOrderManager')?.path
  return routeOfKey(routeKey || 1)
}

/**
 * Login of a counter PC by its ERP: the company's verify code opens the session of the client's operator. With isQrCode
 * or isExOrder nobody logs in: a guest of that store for 30 minutes. Guessing is slowed down like wrong passwords.
 */
export const silentLogin = async (input: Input, c: Context) => {
  const target = targetOf(input) ?? refuse('silent.page')
  const { strangers, access } = c.services
  const name = `silent/${input.companyId}/${input.clientNo}`
  strangers.check(name, c.now, 'client.locked')
  const row = await findClient(c, input)
  if (!row || !fitsVerifyCode(input.verifyCode, row.company, c.now)) {
    const counter = strangers.count(name, c.now)
    return counter.lockedUntil ? refuseLocked(counter.lockedUntil, c.now, 'client.locked') : refuse('silent.refused')
  }
  strangers.clear(name)
  if (row.closed) return refuse('auth.storeClosed')
  if (row.company.stopped) return refuse('company.stopped')
  if (row.owner.stopped) return refuse('auth.stopped')
  const guest = isOn(input.isQrCode) || isOn(input.isExOrder)
  // Moved to another store, or an administrator by now: whoever stands at this PC would have what he may, without a password.
  // A guest has nothing of his (access.ts).
  if (!guest && row.owner.storeId !== row.storeId) return refuse('silent.operator')
  const token = await openSession({ db: c.db, access }, row.owner, { storeId: row.storeId, guest })
  return loginResult(c, token, target)
}
