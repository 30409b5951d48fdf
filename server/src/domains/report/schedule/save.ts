import type { InputOf, ResultOf } from '@yibao/shared/call.ts'
import type { reportSchedule as calls } from '@yibao/shared/calls/report-schedule.ts'
import { scheduleBounds } from '@yibao/shared/entities/report-schedule.ts'
import { nextDue, type Rhythm, rhythmText } from '@yibao/shared/reporting/rhythm.ts'
import { formatTime } from '@yibao/shared/time.ts'
import { and, eq, sql } from 'drizzle-orm'
import { refuse } from '../../../base/refuse.ts'
import type { Context } from '../../../call/context.ts'
import { type Definition, keptDefinition } from '../defined/place.ts'
import { keeperOf } from './keeper.ts'
import { audienceOf, foundPeople, headsOf, type Recipient } from './people.ts'
import { reportSchedule } from './tables.ts'

type Form = InputOf<typeof calls.save>
type Schedule = ResultOf<typeof calls.get>

/** The report, and its keeper over its area: a plan reaches as far as that, wherever he works just now. */
const kept = async (c: Context, id: string): Promise<{ definition: Definition; over: Context }> => {
  const definition = await keptDefinition(c, id)
  const over = await keeperOf(c.deps, c.me.userId, definition)
  return { definition, over: over ?? refuse('permission.denied', { title: '设置报表定时' }) }
}

const shown = async ({ definition, over }: Awaited<ReturnType<typeof kept>>): Promise<Schedule> => {
  const [plan] = await over.db.select().from(reportSchedule).where(eq(reportSchedule.definitionId, definition.id))
  const offered = await headsOf(over, definition)
  if (!plan) return { revision: 0, on: false, roles: [], recipients: [], offered, planner: '' }
  const { revision, on, rhythm: when, people, planner, savedAt } = plan
  const now = await audienceOf(over, definition, { roles: [], people })
  const places = new Map(now.map((one) => [one.userId, one]))
  return {
    ...{ revision, on, when, planner, savedAt: formatTime(savedAt), offered },
    // A role that is no longer among those in force is offered no more, and so is not kept either.
    roles: plan.roles.filter((id) => offered.some((one) => one.id === id)),
    recipients: people.map(({ userId, name }) => places.get(userId) ?? { userId, name, place: '现在不能收到' }),
  }
}

/** Report/Schedule. */
export const scheduleOf = async ({ id }: InputOf<typeof calls.get>, c: Context): Promise<Schedule> =>
  shown(await kept(c, id))

/** Report/ScheduleRecipients. */
export const schedulePeople = async (
  { id, keyword = '' }: InputOf<typeof calls.people>,
  c: Context,
): Promise<ResultOf<typeof calls.people>> => {
  const { definition, over } = await kept(c, id)
  return { items: await foundPeople(over, definition, keyword) }
}

const wrong = (text: string, field: string): never =>
  refuse('report.recipients', { text }, { fields: { [field]: text } })

/** What a rhythm is made of; what it does not ask is left away. */
const rhythmOf = ({ rhythm, weekday, monthDay, clock }: Form['when']): Rhythm => {
  if (rhythm === 'week') return { rhythm, clock, weekday: weekday ?? wrong('请选择星期几', 'when') }
  if (rhythm === 'month') return { rhythm, clock, monthDay: monthDay ?? wrong('请选择每月几日', 'when') }
  return { rhythm, clock }
}

/** Those it will be sent to; refuses anybody whom the keeper could not choose, and more than there may be. */
const checkAudience = async (over: Context, definition: Definition, { roles, users }: Form): Promise<Recipient[]> => {
  if (!roles.length && !users.length) wrong('请选择收件角色或收件人', 'users')
  if (roles.some((id) => !definition.roles.includes(id))) wrong('报表没有发布给所选的角色', 'roles')
  const people = [...new Set(users)].map((userId) => ({ userId, name: '' }))
  const chosen = await audienceOf(over, definition, { roles: [], people })
  if (people.some(({ userId }) => !chosen.some((one) => one.userId === userId)))
    wrong('有人现在不能收到这张报表，请去掉后再保存', 'users')
  const all = await audienceOf(over, definition, { roles, people })
  if (all.length > scheduleBounds.recipients)
    wrong(`最多发给 ${scheduleBounds.recipients} 人，请少选角色或收件人`, roles.length ? 'roles' : 'users')
  if (!all.length) wrong('所选的角色现在没有人', 'roles')
  return chosen
}

/** Report/SaveSchedule: of two who saved what they saw, one wins; the next time is the first behind now. */
export const saveSchedule = async (form: Form, c: Context): Promise<Schedule> => {
  const found = await kept(c, form.id)
  const { definition, over } = found
  if (definition.state !== 'published') refuse('report.unpublished')
  const rhythm = rhythmOf(form.when)
  const people = (await checkAudience(over, definition, form)).map(({ userId, name }) => ({ userId, name }))
  const values = {
    ...{ on: true, rhythm, roles: [...new Set(form.roles)], people, nextAt: nextDue(rhythm, c.now) },
    ...{ plannerId: c.me.userId, planner: c.me.name || c.me.userName, savedAt: c.now },
    revision: form.revision + 1,
  }
  const saved = form.revision
    ? await c.db
        .update(reportSchedule)
        .set(values)
        .where(and(eq(reportSchedule.definitionId, form.id), eq(reportSchedule.revision, form.revision)))
        .returning({ id: reportSchedule.definitionId })
    : await c.db
        .insert(reportSchedule)
        .values({ definitionId: form.id, ...values })
        .onConflictDoNothing()
        .returning({ id: reportSchedule.definitionId })
  if (!saved.length) refuse('report.scheduleChanged')
  c.on(`${definition.code}，${rhythmText(rhythm)}`)
  return shown(found)
}

/** Report/StopSchedule: nothing is sent any more, not even to those a run under way has not reached yet. */
export const stopSchedule = async ({ id }: InputOf<typeof calls.stop>, c: Context): Promise<null> => {
  const definition = await keptDefinition(c, id)
  const [stopped] = await c.db
    .update(reportSchedule)
    .set({
      on: false,
      revision: sql`${reportSchedule.revision} + 1`,
      planner: c.me.name || c.me.userName,
      savedAt: c.now,
    })
    .where(and(eq(reportSchedule.definitionId, id), eq(reportSchedule.on, true)))
    .returning({ id: reportSchedule.definitionId })
  if (!stopped) refuse('not.found', { what: '这张报表的定时' })
  c.on(definition.code)
  return null
}
