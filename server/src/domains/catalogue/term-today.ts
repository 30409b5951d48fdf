import { type SQL, sql } from 'drizzle-orm'

// What an area's insurance says of a code on a day. The tables of 1312, 1316, 1318 and 1319 demand of each row whose insurance
// it is (insu_admdvs), of a cap its price type and of a share its kind of person and of share: rows that differ in them hold
// beside each other.

/**
 * The areas whose rows hold in an area, the nearest first, by what they share of its code: itself, its city, its province,
 * each with the fund of its own level (99, domain.md 4), and the whole country.
 */
const places: readonly [shared: number, rest: string][] = [
  [6, ''],
  [4, '00'],
  [4, '99'],
  [2, '0000'],
  [2, '9900'],
  [0, ''],
  [0, '100000'],
  [0, '000000'],
]

/** The areas whose rows hold in an area; '' is nobody's in particular. */
export const areasFor = (areaCode: string): ReadonlySet<string> =>
  new Set(places.map(([shared, rest]) => areaCode.slice(0, shared) + rest))

/** How near the insurance of a row of catalogue_term is to the area it is kept for, 1 the nearest; null for another area's. */
export const nearnessOf = (row: 't' | 'l'): SQL => {
  const areas = places.map(([shared, rest]) => `left(${row}.area_code, ${shared}) || '${rest}'`)
  return sql.raw(`array_position(array[${areas.join()}], coalesce(${row}.data ->> 'insu_admdvs', ''))`)
}

const nearness = nearnessOf('t')

/** Of rows of catalogue_term t: those that have begun on a day and not ended, and are no other area's. */
export const holdsToday = (today: string): SQL =>
  sql`(t.valid and t.begin_day <= ${today} and (t.end_day = '' or t.end_day >= ${today}) and ${nearness} is not null)`

/** A code in an area, as expressions. */
interface Place {
  areaCode: SQL
  code: SQL
}

const rowsOf = ({ areaCode, code }: Place, infno: string, today: string): SQL =>
  sql`catalogue_term t where t.area_code = ${areaCode} and t.infno = ${infno} and t.code = ${code} and ${holdsToday(today)}`

/** The insurance code of a national one as an expression: the newest row of the nearest area. */
export const insuredCode = (areaCode: SQL, code: SQL, today: string): SQL =>
  sql`coalesce((select t.data ->> 'hilist_code' from ${rowsOf({ areaCode, code }, '1316', today)}
    order by ${nearness}, t.begin_day desc, t.rid limit 1), ${code})`

/**
 * The price cap of an insurance code (1318). Price types are levels of hospitals (dictionary hilist_lmtpric_type), and no
 * document says which one is a pharmacy's: where types of the nearest area differ, none is the cap.
 */
export const capToday = (place: Place, today: string): SQL<string | null> =>
  sql`(select case when min(c.cap) = max(c.cap) then min(c.cap)::text end from (
    select distinct on (n.type) n.cap from (
      select coalesce(t.data ->> 'hilist_lmtpric_type', '') as type, t.begin_day, t.rid,
        substring(btrim(t.data ->> 'hilist_pric_uplmt_amt') from '^[0-9]+(?:[.][0-9]+)?$')::numeric as cap,
        rank() over (order by ${nearness}) as place
      from ${rowsOf(place, '1318', today)}) n
    where n.place = 1 order by n.type, n.begin_day desc, n.rid) c)`

/**
 * Kinds of persons of 1319 (selfpay_prop_psn_type) are called as their insurance (insutype), except retired cadres and those
 * who are residents now.
 */
const personTypes: Readonly<Record<string, string>> = { '340': '330', '380': '390', '391': '390' }

/**
 * The share before the fund of an insurance code (1319): of type 10, for 20 is what the fund pays, and of the persons of an
 * insurance, employees where nobody is known, before what is said of no kind of person.
 */
export const shareToday = (place: Place, today: string, insurance = '310'): SQL<string | null> =>
  sql`(select t.data ->> 'selfpay_prop' from ${rowsOf(place, '1319', today)}
    and coalesce(t.data ->> 'selfpay_prop_type', '10') = '10'
    and coalesce(t.data ->> 'selfpay_prop_psn_type', '') in (${personTypes[insurance] ?? insurance}, '')
    order by ${nearness}, coalesce(t.data ->> 'selfpay_prop_psn_type', '') desc, t.begin_day desc, t.rid limit 1)`
