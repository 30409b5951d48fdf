import { eq, sql } from 'drizzle-orm'
import { pgTable, text } from 'drizzle-orm/pg-core'
import type { Deps } from '../call/context.ts'
import { moment } from './columns.ts'
import { databaseClock } from './held.ts'

/**
 * Each database that this one was so far (`database_life()`, migration 0125), and when that was noticed, with some
 * minutes to spare: the clock of the one before may have been ahead. What was written before the newest one began may
 * have been told to a centre in what is lost of the one before.
 */
export const databaseEra = pgTable('database_era', {
  life: text().primaryKey(),
  beganAt: moment('began_at').notNull(),
})

const here = sql`database_life()`

/** SQL: when this life began, where somebody has noted it. */
export const lifeNoted = sql<Date | null>`(select began_at from database_era where life = ${here})`.mapWith(
  databaseEra.beganAt,
)

/** ms that the clocks of a database and of the one that takes its place may be apart. */
const apart = 300_000

/** When the database became the one it is: notes it now if nobody has. One that was never another is as old as can be. */
export const lifeBegan = async ({ db }: Pick<Deps, 'db'>): Promise<Date> => {
  const find = () => db.select({ at: databaseEra.beganAt }).from(databaseEra).where(eq(databaseEra.life, here))
  const [known] = await find()
  if (known) return known.at
  await db.execute(sql`insert into ${databaseEra} (life, began_at)
    select ${here}, case when exists (select 1 from ${databaseEra}) then ${databaseClock(apart)} else 'epoch' end
    on conflict do nothing`)
  const [noted] = await find()
  return noted!.at
}

/** A database that came back as files cannot tell by itself that it is another one since now. */
export const beginLife = async ({ db }: Pick<Deps, 'db'>): Promise<void> => {
  const beganAt = databaseClock(apart)
  await db
    .insert(databaseEra)
    .values({ life: sql`${here}`, beganAt })
    .onConflictDoUpdate({ target: databaseEra.life, set: { beganAt } })
}
