import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../../database/open.ts'
import { builtOnce } from '../../../database/slots.ts'
import { insuredOf } from '../../catalogue/insured.ts'
import { item, menuDiff } from '../../catalogue/tables.ts'
import { newestPurchases, purchasesOf } from '../../order/purchases.ts'
import { store } from '../../organisation/tables.ts'
import type { Bought, Differing } from '../judge/facts.ts'
import type { Rule } from '../judge/rule.ts'
import { auditRule } from '../tables.ts'

/** More lines than this are looked at with every rule: their codes have too many beginnings to compare. */
const mostNarrowed = 30
/** Lines of earlier purchases that are looked at, the newest. */
const mostBought = 300
/** Twice as many as a settlement looks at (settlement/since.ts): what was among its newest then is among these. */
const mostKnown = 200

const place = (name: string, type = 'text'): SQL => sql`${sql.placeholder(name)}::${sql.raw(type)}`

/**
 * The rules in force for a company in an area on a day, of each code the narrowest. Whether a narrower one is stopped or
 * over makes no difference: it stands in the place of the wider one.
 */
const live = sql`select r.* from ${auditRule} r
  where r.enabled and r.area_code in ('', ${place('areaCode')}) and r.company_id in ('', ${place('companyId')})
    and (r.begin_day = '' or r.begin_day <= ${place('today')}) and (r.end_day = '' or r.end_day >= ${place('today')})
    and case when r.kind = 'coverage'
      then exists (select 1 from unnest(r.diseases) d, unnest(${place('disease', 'text[]')}) i where strpos(i, d) > 0)
      else r.drugs = '{}' or ${place('prefixes', 'text[]')} is null or r.drugs && ${place('prefixes', 'text[]')} end
    and not exists (select 1 from ${auditRule} n where n.code = r.code
      and n.area_code in ('', ${place('areaCode')}) and n.company_id in ('', ${place('companyId')})
      and (n.area_code, n.company_id) > (r.area_code, r.company_id))`

const person = { psnHash: place('psnHash'), companyId: place('companyId'), areaCode: place('areaCode') }

/** Purchases of the person since the longest look back of these rules, as far as a rule could mean them. */
const had = sql`select o.id, o.store_id, s.name as store_name, o.at, o.open, l.line
  from ${purchasesOf({
    ...person,
    from: sql`${place('today', 'date')} + 1
      - (select max(days) from live where kind in ('repeat', 'conflict') or cumulative)`,
  })} o
  join ${store} s on s.id = o.store_id
  cross join lateral jsonb_array_elements(o.lines) as l(line)
  where o.id <> all(${place('except', 'text[]')})
    and (left(l.line->>'nationalCode', 6) = any(${place('classes', 'text[]')})
      or l.line->>'ownCode' = any(${place('ownCodes', 'text[]')})
      or exists (select 1 from live, unnest(live.against) a where starts_with(l.line->>'nationalCode', a)))
  order by o.at desc, o.id desc limit ${sql.raw(String(mostBought))}`

interface FoundRow {
  rules: Record<string, unknown>[]
  bought: {
    line: Record<string, string>
    id: string
    store_id: string
    store_name: string
    day: string
    open: boolean
  }[]
  known: { id: string }[]
  differing: { ownCode: string; similarity: number; name: string; spec: string }[]
  caps: { ownCode: string; nationalCode: string; priceCap: string | null }[]
}

const all = (rows: SQL) => sql`(select coalesce(json_agg(x), '[]') from (${rows}) x)`

const statementOf = builtOnce((db) =>
  db
    .select({
      rules: sql<FoundRow['rules']>`f.rules`,
      bought: sql<FoundRow['bought']>`f.bought`,
      known: sql<FoundRow['known']>`f.known`,
      differing: sql<FoundRow['differing']>`f.differing`,
      caps: sql<FoundRow['caps']>`f.caps`,
    })
    .from(
      sql`(with live as (${live}), had as (${had}) select
        ${all(sql`select * from live`)} as rules,
        ${all(sql`select line, id, store_id, store_name, open,
          to_char(at at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as day from had`)} as bought,
        ${all(newestPurchases({ ...person, day: place('today', 'date') }, mostKnown))} as known,
        ${all(sql`select d.own_code as "ownCode", d.similarity, d.entry->>'name' as name, d.entry->>'spec' as spec
          from ${menuDiff} d where d.store_id = ${place('storeId')} and d.own_code = any(${place('ownCodes', 'text[]')})
            and d.type = 'differs' and d.state = 'open' and exists (select 1 from live where kind = 'swap')`)} as differing,
        ${all(sql`select i.own_code as "ownCode", i.national_code as "nationalCode", i.price_cap as "priceCap" from ${item} i
          where i.company_id = ${place('companyId')} and i.area_code = ${place('areaCode')}
            and i.own_code = any(${place('ownCodes', 'text[]')})`)} as caps) f`,
    )
    .prepare('audit_facts'),
)

const rulesStatement = builtOnce((db) =>
  db
    .select({ rules: sql<FoundRow['rules']>`f.rules` })
    .from(sql`(select ${all(live)} as rules) f`)
    .prepare('audit_rules'),
)

const keys = Object.entries(getTableColumns(auditRule)).map(([key, column]) => [column.name, key] as const)

const ruleOf = (row: Record<string, unknown>): Rule =>
  ({ ...Object.fromEntries(keys.map(([name, key]) => [key, row[name]])), updatedAt: new Date(0) }) as Rule

/** Every beginning of some national codes; null for too many of them. */
const prefixesOf = (codes: readonly string[]): string[] | null => {
  const known = [...new Set(codes)]
  if (known.length > mostNarrowed) return null
  return [...new Set(known.flatMap((code) => Array.from(code, (_, i) => code.slice(0, i + 1))))]
}

interface Asked {
  areaCode: string
  companyId: string
  /** yyyy-MM-dd */
  today: string
  /** National codes of the basket. */
  codes: readonly string[]
  /** Code and name of the disease, or nothing: the lists of what another one covers are not read. */
  disease: readonly string[]
}

/** The rules in force that may be about some goods. */
export const rulesFor = async (db: Database, { codes, ...asked }: Asked): Promise<Rule[]> => {
  const [found] = await rulesStatement(db, '').execute({ ...asked, prefixes: prefixesOf(codes) })
  return (found?.rules ?? []).map(ruleOf)
}

/** What is looked up about a basket. */
interface LookedUp {
  rules: Rule[]
  bought: (Bought & { orderId: string })[]
  /** Ids of the person's newest purchases, whatever was bought. */
  known: string[]
  differing: Differing[]
  /** priceCap by own code. */
  caps: ReadonlyMap<string, string>
}

/**
 * The cap of each item, by own code: as the downloaded catalogue has it, else as it came with the item (catalogue/
 * counter-items.ts). The catalogue is asked only where a rule in force goes by its caps.
 */
const capsOf = async (
  db: Database,
  { rules, caps }: { rules: readonly Rule[]; caps: FoundRow['caps'] },
  { areaCode, today }: Asked,
): Promise<ReadonlyMap<string, string>> => {
  const codes = caps.flatMap(({ nationalCode }) => nationalCode || [])
  const asks = rules.some(({ kind, priceCap }) => kind === 'overPrice' && !priceCap)
  const insured = await insuredOf(db, areaCode, asks ? codes : [], today)
  return new Map(
    caps.flatMap(({ ownCode, nationalCode, priceCap }) => {
      const cap = insured.get(nationalCode)?.priceCap ?? priceCap
      return cap ? [[ownCode, cap] as const] : []
    }),
  )
}

/**
 * Everything the audit of a basket must know, in one prepared statement (the catalogue's caps are another one): the rules,
 * what the person bought of the company, what the comparison with the catalogue says, the caps.
 * `except` names orders that do not count: this one, and one whose lines these are.
 */
export const lookUp = async (
  db: Database,
  {
    storeId,
    psnHash,
    ownCodes,
    except,
    codes,
    ...asked
  }: Asked & { storeId: string; psnHash: string; ownCodes: readonly string[]; except: readonly string[] },
): Promise<LookedUp> => {
  const classes = [...new Set(codes.filter(Boolean).map((code) => code.slice(0, 6)))]
  const values = { ...asked, storeId, psnHash, ownCodes, except, classes, prefixes: prefixesOf(codes) }
  const [found] = await statementOf(db, '').execute(values)
  if (!found) return { rules: [], bought: [], known: [], differing: [], caps: new Map() }
  const rules = found.rules.map(ruleOf)
  return {
    rules,
    bought: found.bought.map(({ line, id, store_id, store_name, day, open }) => ({
      orderId: id,
      ownCode: line.ownCode ?? '',
      nationalCode: line.nationalCode ?? '',
      name: line.name ?? '',
      spec: line.spec ?? '',
      unit: line.unit ?? '',
      quantity: line.quantity ?? '0',
      day,
      storeName: store_name,
      sameStore: store_id === storeId,
      open,
    })),
    known: found.known.map(({ id }) => id),
    differing: found.differing.map(({ ownCode, similarity, name, spec }) => ({
      ownCode,
      similarity,
      entry: [name, spec].filter(Boolean).join(' '),
    })),
    caps: await capsOf(db, { rules, caps: found.caps }, { ...asked, codes }),
  }
}
