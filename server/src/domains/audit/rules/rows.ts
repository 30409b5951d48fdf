import type { InputOf, ResultOf } from '@yibao/shared/call.ts'
import type { audit as calls } from '@yibao/shared/calls/audit.ts'
import { formatDay, formatTime } from '@yibao/shared/time.ts'
import { and, eq, ilike, inArray, or, type SQL, sql } from 'drizzle-orm'
import { refuse } from '../../../base/refuse.ts'
import type { Context } from '../../../call/context.ts'
import { like } from '../../../database/like.ts'
import { type Cursor, rowsOf } from '../../../database/rows.ts'
import { areaOf } from '../../auth/area-of.ts'
import { areaName } from '../../organisation/districts.ts'
import { company, store } from '../../organisation/tables.ts'
import { kinds } from '../judge/judge.ts'
import type { Rule } from '../judge/rule.ts'
import { auditBlock, auditRule } from '../tables.ts'

type Filters = InputOf<typeof calls.rulePaged>
export type RuleRow = ResultOf<typeof calls.ruleAdd>

const joined = (codes: readonly string[]) => codes.join(' ') || undefined
const filled = <T>(value: T | '' | null) => (value === '' || value === null ? undefined : value)

/** What stands beside a rule: attempts that it stopped, in the stores that the asker sees. */
interface Around {
  companyName: string | null
  replaced: boolean
  blocks: number
}

const blocksOf = (c: Context): SQL<number> =>
  sql<number>`(select coalesce(sum(${auditBlock.times}), 0)::int from ${auditBlock}
    where ${and(eq(auditBlock.ruleId, auditRule.id), c.scope.where(auditBlock.storeId))})`

/** A rule as its page shows it. */
const wireRule = (rule: Rule, { companyName, replaced, blocks }: Around): RuleRow => ({
  id: rule.id,
  code: rule.code,
  name: rule.name,
  kind: rule.kind,
  level: rule.level,
  message: rule.message,
  advice: rule.advice,
  reasonRequired: rule.reasonRequired,
  drugs: joined(rule.drugs),
  medicalTypes: joined(rule.medicalTypes),
  insutypes: joined(rule.insutypes),
  gender: filled(rule.gender),
  ageFrom: filled(rule.ageFrom),
  ageTo: filled(rule.ageTo),
  days: filled(rule.days),
  same: rule.same,
  daily: filled(rule.daily),
  dailyUnit: filled(rule.dailyUnit),
  most: filled(rule.most),
  cumulative: rule.cumulative,
  diseases: joined(rule.diseases),
  against: joined(rule.against),
  priceCap: filled(rule.priceCap),
  similarity: filled(rule.similarity),
  beginDay: filled(rule.beginDay),
  endDay: filled(rule.endDay),
  place: rule.companyId ? 'company' : rule.areaCode ? 'area' : 'platform',
  areaCode: rule.areaCode,
  areaName: rule.areaCode ? areaName(rule.areaCode) : '',
  companyId: rule.companyId,
  companyName: companyName ?? '',
  condition: kinds[rule.kind].say(rule),
  enabled: rule.enabled,
  replaced,
  ...{ hits: rule.hits, blocks },
  version: rule.version,
  updatedBy: rule.updatedBy,
  updatedAt: formatTime(rule.updatedAt),
})

/** Whether a narrower rule of the same code holds in its place somewhere in the area. */
const replacedIn = (areaCode: string): SQL<boolean> => sql<boolean>`(${auditRule.companyId} = '' and exists (
  select 1 from ${auditRule} as narrower where narrower.code = ${auditRule.code}
    and narrower.area_code = ${areaCode} and narrower.company_id = ''
    and ${auditRule.areaCode} = ''))`

const visible = (c: Context, areaCode: string | undefined): SQL | undefined => {
  const stores = c.scope.take()
  const his = sql`exists (select 1 from ${store} where ${store.companyId} = ${auditRule.companyId}
    and ${store.areaCode} = ${auditRule.areaCode} and ${store.id} = any(${sql.param(stores)}))`
  return and(
    areaCode ? inArray(auditRule.areaCode, ['', areaCode]) : undefined,
    stores === 'all' ? undefined : or(eq(auditRule.companyId, ''), his),
  )
}

const inState = (state: NonNullable<Filters['state']>, today: string, areaCode: string): SQL =>
  ({
    stopped: sql`not ${auditRule.enabled}`,
    ended: sql`(${auditRule.endDay} <> '' and ${auditRule.endDay} < ${today})`,
    replaced: replacedIn(areaCode),
    inForce: sql`(${auditRule.enabled} and (${auditRule.endDay} = '' or ${auditRule.endDay} >= ${today})
      and not ${replacedIn(areaCode)})`,
  })[state]

const selected = (c: Context, cursor: Cursor, areaCode: string) =>
  c.db
    .select({
      rule: auditRule,
      companyName: company.name,
      replaced: replacedIn(areaCode),
      blocks: blocksOf(c),
      ...cursor,
    })
    .from(auditRule)
    .leftJoin(company, eq(company.id, auditRule.companyId))
    .$dynamic()

/** Audit/RulePaged: the rules that an area has, its own and those of everywhere. */
export const ruleRows = rowsOf({
  select: (c: Context, cursor: Cursor, f: Filters) => selected(c, cursor, f.medicalAreaCode ?? c.me.areaCode ?? ''),
  where: async (c, f) => {
    const areaCode = f.medicalAreaCode || c.me.areaCode ? await areaOf(c, f.medicalAreaCode) : undefined
    return and(
      visible(c, areaCode),
      f.kind ? eq(auditRule.kind, f.kind) : undefined,
      f.level ? eq(auditRule.level, f.level) : undefined,
      f.keyword?.trim()
        ? or(ilike(auditRule.code, like(f.keyword.trim())), ilike(auditRule.name, like(f.keyword.trim())))
        : undefined,
      f.state ? inState(f.state, formatDay(c.now), areaCode ?? '') : undefined,
      f.drug
        ? sql`(${auditRule.drugs} = '{}' or exists (select 1 from unnest(${auditRule.drugs}) d where starts_with(${f.drug}, d)))`
        : undefined,
    )
  },
  sortable: {
    code: auditRule.code,
    kind: auditRule.kind,
    level: auditRule.level,
    hits: auditRule.hits,
    version: auditRule.version,
    updatedAt: auditRule.updatedAt,
  },
  direction: 'ascend',
  key: auditRule.id,
  keyOf: ({ rule }) => rule.id,
  wire: ({ rule, ...around }): RuleRow => wireRule(rule, around),
})

/** A rule the asker may see, by its id. */
export const findRule = async (c: Context, id: string): Promise<Rule> => {
  const [found] = await c.db
    .select()
    .from(auditRule)
    .where(and(eq(auditRule.id, id), visible(c, undefined)))
  if (!found) return refuse('not.found', { what: '这条规则' })
  return found
}

/** A rule as it is now. */
export const shownRule = async (c: Context, id: string): Promise<RuleRow> => {
  const [found] = await c.db
    .select({ rule: auditRule, companyName: company.name, blocks: blocksOf(c) })
    .from(auditRule)
    .leftJoin(company, eq(company.id, auditRule.companyId))
    .where(eq(auditRule.id, id))
  if (!found) return refuse('not.found', { what: '这条规则' })
  return wireRule(found.rule, { ...found, replaced: false })
}
