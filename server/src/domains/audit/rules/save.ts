import type { InputOf } from '@yibao/shared/call.ts'
import type { audit as calls } from '@yibao/shared/calls/audit.ts'
import { omit } from '@yibao/shared/omit.ts'
import { and, eq, sql } from 'drizzle-orm'
import { newId } from '../../../base/ids.ts'
import { refuse } from '../../../base/refuse.ts'
import type { Context } from '../../../call/context.ts'
import { changesOf } from '../../system/changed-fields.ts'
import type { Rule } from '../judge/rule.ts'
import { auditRule } from '../tables.ts'
import { checkedRule, type Written } from './form.ts'
import { nearestPlace, type Place, placeFor, placeText } from './place.ts'
import { findRule, type RuleRow, shownRule } from './rows.ts'

const stamp = ({ me, now }: Pick<Context, 'me' | 'now'>) => ({ updatedBy: me.userName, updatedAt: now })

/** Audit/RuleAdd; refuses a code that the place has. */
export const addRule = async (input: InputOf<typeof calls.ruleAdd>, c: Context): Promise<RuleRow> => {
  c.scope.take()
  const place = await placeFor(c, input)
  c.on(`${input.code} ${input.name}，${placeText(place)}`)
  const id = newId(c.now)
  const values = { id, code: input.code, ...place, ...checkedRule(input), ...stamp(c) }
  const [added] = await c.db.insert(auditRule).values(values).onConflictDoNothing().returning({ id: auditRule.id })
  if (!added)
    return refuse('audit.code', { place: placeText(place), code: input.code }, { fields: { code: '这个编码已经有了' } })
  return shownRule(c, id)
}

type Change = Partial<Written & Pick<Rule, 'enabled'>>

const ownCopy = async (c: Context, rule: Rule, place: Place, change: Change): Promise<string> => {
  const rest = omit(rule, 'id', 'hits', 'version', 'updatedBy', 'updatedAt')
  const values = { ...rest, ...change, ...place, id: newId(c.now), ...stamp(c) }
  const [row] = await c.db
    .insert(auditRule)
    .values(values)
    .onConflictDoUpdate({
      target: [auditRule.code, auditRule.areaCode, auditRule.companyId],
      set: {
        ...omit(rest, 'code', 'areaCode', 'companyId'),
        ...change,
        ...stamp(c),
        version: sql`${auditRule.version} + 1`,
      },
    })
    .returning({ id: auditRule.id })
  return row!.id
}

/** Changes a rule, or makes the asker's place its own one of that code where the rule is somebody above's. */
const changeRule = async (
  c: Context,
  { id, medicalAreaCode, version }: { id: string; medicalAreaCode?: string; version?: number },
  change: Change,
): Promise<RuleRow> => {
  const rule = await findRule(c, id)
  if (version !== undefined && version !== rule.version) refuse('audit.changed')
  const place = await nearestPlace(c, rule, medicalAreaCode)
  c.on(`${rule.code} ${rule.name}，${placeText(place)}`)
  c.keep(changesOf(rule, change))
  if (place.areaCode !== rule.areaCode || place.companyId !== rule.companyId)
    return shownRule(c, await ownCopy(c, rule, place, change))
  const [row] = await c.db
    .update(auditRule)
    .set({ ...change, ...stamp(c), version: rule.version + 1 })
    .where(and(eq(auditRule.id, id), eq(auditRule.version, rule.version)))
    .returning({ id: auditRule.id })
  return row ? shownRule(c, id) : refuse('audit.changed')
}

/** Audit/RuleSave: everything but the code; another version than was seen is refused. */
export const saveRule = (input: InputOf<typeof calls.ruleSave>, c: Context): Promise<RuleRow> =>
  changeRule(c, input, checkedRule(input))

/** Audit/RuleEnable and RuleStop. */
export const switchRule =
  (enabled: boolean) =>
  (input: InputOf<typeof calls.ruleStop>, c: Context): Promise<RuleRow> =>
    changeRule(c, input, { enabled })
