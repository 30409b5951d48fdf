import type { InputOf } from '@yibao/shared/call.ts'
import type { auth } from '@yibao/shared/calls/auth.ts'
import { launchesGuest, launchTarget } from '@yibao/shared/menu.ts'
import { and, eq } from 'drizzle-orm'
import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import { client, company, store } from '../organisation/tables.ts'
import { refuseCode, rightCode } from './company-key.ts'
import { loginResult, openSession } from './sessions.ts'
import { user } from './tables.ts'
import { fitsVerifyCode } from './verify-code.ts'

type Input = InputOf<typeof auth.silentLogin>

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

/**
 * Login of a counter PC by its ERP: the company's verify code opens the session of the client's operator. With isQrCode
 * or isExOrder nobody logs in: a guest of that store for 30 minutes.
 */
export const silentLogin = async (input: Input, c: Context) => {
  const target = launchTarget(input) ?? refuse('silent.page')
  const row = await findClient(c, input)
  const code = { purpose: 'silent', name: `${input.companyId}/${input.clientNo}`, wrong: 'silent.refused' } as const
  if (!row || !fitsVerifyCode(input.verifyCode, row.company, c.now)) return refuseCode(c, code)
  rightCode(c, code)
  if (row.closed) return refuse('auth.storeClosed')
  if (row.company.stopped) return refuse('company.stopped')
  if (row.owner.stopped) return refuse('silent.stopped')
  const guest = launchesGuest(input)
  // Moved to another store, or an administrator by now: whoever stands at this PC would have what he may, without a password.
  // A guest has nothing of his (access.ts).
  if (!guest && row.owner.storeId !== row.storeId) return refuse('silent.operator')
  // Whoever comes in by his ERP every day is not away.
  if (!guest) await c.db.update(user).set({ lastLoginAt: c.now }).where(eq(user.id, row.owner.id))
  const { interactiveMode } = input
  const { access } = c.services
  const token = await openSession({ db: c.db, access }, row.owner, { storeId: row.storeId, guest, interactiveMode })
  return loginResult(c, token, target)
}
