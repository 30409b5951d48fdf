import { eq } from 'drizzle-orm'
import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import { checkPassword } from '../../secrets/secret.ts'
import {
  addressPlace,
  clearAttempt,
  countAttempt,
  dropAttempt,
  sessionPlace,
  sessionsPlace,
  tally,
} from './attempts.ts'
import { anywhere, type Counter } from './lockout.ts'
import { user } from './tables.ts'
import { inTurn } from './turns.ts'

type Person = typeof user.$inferSelect

/** The caller's own account. */
export const ownRow = async ({ db, me }: Context): Promise<Person> => {
  const [row] = await db.select().from(user).where(eq(user.id, me.userId))
  return row ?? refuse('session.missing')
}

/**
 * Asks whoever is signed in for his password once more. Five wrong ones lock, so a stolen session guesses no more, nor
 * do ever new ones that a company's code opens there; what
 * strangers try under his name does not count, or a clerk whose screen has locked would not come back to his basket. The
 * login where he sits counts his wrong ones as its own. `wrong` refuses one that was the n-th.
 */
export const askOwn = async (
  { db, me, now, ip }: Context,
  person: Person,
  password: string,
  wrong: (counter: Counter) => never,
): Promise<void> => {
  const [here, together] = [sessionPlace(me.sessionId), sessionsPlace].map((place) => ({ userId: person.id, place }))
  const atLogin = { userId: person.id, place: addressPlace(ip) }
  return inTurn(`own ${person.id}`, async () => {
    await countAttempt(db, together!, now, anywhere)
    const counter = await countAttempt(db, here!, now)
    if (!(await checkPassword(password, person.passwordHash))) {
      await tally(db, atLogin, now)
      return wrong(counter)
    }
    await dropAttempt(db, here!)
    await dropAttempt(db, together!)
    await clearAttempt(db, atLogin, now, now)
  })
}
