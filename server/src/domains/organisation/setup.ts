import { type SetupStep, setupOrder } from '@yibao/shared/setup.ts'
import { formatTime } from '@yibao/shared/time.ts'
import { and, eq, isNull, or, sql } from 'drizzle-orm'
import { refuse } from '../../base/refuse.ts'
import type { Context, Deps } from '../../call/context.ts'
import type { Database } from '../../database/open.ts'
import { type StepOutcome, storeSetup } from './setup-tables.ts'
import { area, store } from './tables.ts'

type SetupRow = typeof storeSetup.$inferSelect

const openSteps = ({ steps }: Pick<SetupRow, 'steps'>): SetupStep[] => setupOrder.filter((step) => !steps[step])

/** What a login tells about the store (SPEC 3): the first open step, counted from 1; 0 when nothing is to do. */
export const initializeInfoOf = async (db: Database, storeId: string | undefined) => {
  const [row] = storeId ? await db.select().from(storeSetup).where(eq(storeSetup.storeId, storeId)) : []
  const first = row && !row.finishedAt ? openSteps(row)[0] : undefined
  return { isNeedInitialize: first !== undefined, initializeStep: first ? setupOrder.indexOf(first) + 1 : 0 }
}

/** The store's set-up as the wizard shows it; a store that has none has nothing to do. */
export const setupOf = async ({ db }: Pick<Deps, 'db'>, storeId: string) => {
  const [shop] = await db
    .select({ name: store.name, fixmedinsCode: store.fixmedinsCode, areaName: area.name })
    .from(store)
    .innerJoin(area, eq(area.code, store.areaCode))
    .where(eq(store.id, storeId))
  if (!shop) return refuse('store.missing')
  const [row] = await db.select().from(storeSetup).where(eq(storeSetup.storeId, storeId))
  return {
    storeName: shop.name,
    fixmedinsCode: shop.fixmedinsCode,
    areaName: shop.areaName,
    initializeInfo: await initializeInfoOf(db, storeId),
    steps: setupOrder.flatMap((step) => (row?.steps[step] ? [{ step, ...row.steps[step] }] : [])),
  }
}

/** The steps that an administrator left out, by their places from 0: the home page reminds of them until they are done (ux 5). */
export const skippedSteps = async ({ db }: Pick<Deps, 'db'>, storeId: string): Promise<number[]> => {
  const [row] = await db.select().from(storeSetup).where(eq(storeSetup.storeId, storeId))
  return setupOrder.flatMap((step, i) => (row?.steps[step]?.state === 'skipped' ? [i] : []))
}

const openRow = (storeId: string) => and(eq(storeSetup.storeId, storeId), isNull(storeSetup.finishedAt))

/** A step of a store that is being set up, or one that was left out when it was. */
const openStep = (storeId: string, step: SetupStep) => {
  const skipped = sql`${storeSetup.steps} -> ${step} ->> 'state' = 'skipped'`
  return and(eq(storeSetup.storeId, storeId), or(isNull(storeSetup.finishedAt), skipped))
}

/** Refuses a step that is not to be done: what the wizard may do belongs to the wizard. */
export const requireSetup = async ({ db }: Pick<Deps, 'db'>, storeId: string, step: SetupStep): Promise<void> => {
  const [row] = await db.select({ storeId: storeSetup.storeId }).from(storeSetup).where(openStep(storeId, step))
  if (!row) refuse('setup.none')
}

/** Keeps a step's outcome; the last one ends the set-up. */
export const keepOutcome = async (
  { deps, me }: Pick<Context, 'deps' | 'me'>,
  storeId: string,
  step: SetupStep,
  { state, text }: Pick<StepOutcome, 'state' | 'text'>,
): Promise<void> => {
  const { db, clock } = deps
  const outcome: StepOutcome = { state, text, at: formatTime(clock()), by: me.name || me.userName }
  // One statement: two PCs of the store may finish two steps at the same moment.
  const steps = sql`${storeSetup.steps} || ${JSON.stringify({ [step]: outcome })}::jsonb`
  const [row] = await db.update(storeSetup).set({ steps }).where(openStep(storeId, step)).returning()
  if (row && !openSteps(row).length) await db.update(storeSetup).set({ finishedAt: clock() }).where(openRow(storeId))
}

/** Sends the store through its set-up again from the first step. */
export const beginSetup = async (
  { db, me, now }: Pick<Context, 'db' | 'me' | 'now'>,
  storeId: string,
): Promise<void> => {
  const row = { begunAt: now, begunBy: me.userId, finishedAt: null, steps: {} }
  await db
    .insert(storeSetup)
    .values({ storeId, ...row })
    .onConflictDoUpdate({ target: storeSetup.storeId, set: row })
}
