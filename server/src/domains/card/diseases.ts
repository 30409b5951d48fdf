import { residents } from '@yibao/shared/entities/filing.ts'
import { specialKinds } from '@yibao/shared/entities/person.ts'
import { initialsOf } from '@yibao/shared/initials.ts'
import { yuan } from '@yibao/shared/money.ts'
import { addDays, daysBetween, formatDay } from '@yibao/shared/time.ts'
import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import { queryAccumulations, queryChronic } from '../../centre/operations/person-records.ts'
import { querySpecialDrugs } from '../../centre/operations/special-drug.ts'
import { listTwoDiseases, twoDiseasesCalls } from '../../centre/operations/two-diseases.ts'
import { refuseOutcome } from '../../centre/refuse-outcome.ts'
import { isDescribed } from '../../centre/standard.ts'
import { clerkHeader } from '../attendance/sign.ts'
import { settingsOf } from '../organisation/settings.ts'
import { storeOf } from '../organisation/store.ts'
import { preferredInsurance, readingOf } from './read.ts'
import { type Registered, usedOf } from './used.ts'

const waiting = { timeoutMs: 60_000 }

/** What asking about the two and about special drugs may hold back the answer about chronic diseases, ms; a centre that answers does it in less. */
const patience = 4000

const asked = async (c: Context, readId: string) => {
  const storeRow = await storeOf(c.deps, c.storeId)
  const { person } = await readingOf(c, readId)
  const { chronicMedicalTypes } = await settingsOf(c.db, storeRow.areaCode)
  /** Of one message: it bears its number. */
  const header = () => clerkHeader(c.deps, storeRow, c.me, preferredInsurance(person).insuredArea)
  const special = chronicMedicalTypes.some((type) => specialKinds.includes(type))
  return { client: c.services.centre.of(storeRow.areaCode), header, special, ...person.person }
}
type Asked = Awaited<ReturnType<typeof asked>>

/** `undefined`: the centre gave no answer. */
type Found = Registered[] | undefined

/**
 * Where the area's centre files them, a resident's 高血压 and 糖尿病 (2693, 5395). None of whom it is not about, and where
 * the centre refuses the question: it has no such list for him.
 */
const askTwoDiseases = async ({ client, header, psnNo, insurances }: Asked): Promise<Found> => {
  const calls = twoDiseasesCalls(client.profile)
  if (!calls || !insurances.some(({ insurance }) => residents.has(insurance))) return []
  // All pages of it, and whatever a plugin says of its waiting.
  const signal = AbortSignal.timeout(patience)
  const ask: Parameters<typeof listTwoDiseases>[1] = async (operation, args) =>
    client.run(operation, args, await header(), { ...waiting, signal })
  const answer = await listTwoDiseases(calls, ask, psnNo)
  if (answer.kind === 'refused') return []
  return answer.kind === 'booked' ? answer.value.map((one) => ({ ...one, kind: 'twoDiseases' as const })) : undefined
}

/**
 * The diseases of a person's special drugs (5391), where the area's edition has that list and sells them under a kind of
 * their own (`specialKinds`). Several drugs of one disease are one row.
 */
const askSpecial = async ({ client, header, psnNo, special }: Asked, today: string): Promise<Found> => {
  if (!special || !isDescribed(client.profile.edition, querySpecialDrugs.infno)) return []
  const signal = AbortSignal.timeout(patience)
  // Its days are one filing's: asked of today, what it lists is good today.
  const answer = await client.run(querySpecialDrugs, { psnNo, from: today, until: today }, await header(), {
    ...waiting,
    signal,
  })
  if (answer.kind === 'refused') return []
  if (answer.kind !== 'booked') return undefined
  const rows = answer.value.filter(({ diseaseCode }) => diseaseCode)
  const byCode = new Map(rows.toReversed().map((row) => [row.diseaseCode, row]))
  return [...byCode.values()].map(({ diseaseCode: code, diseaseName: name, from, until }) => ({
    ...{ code, name, from, until, kind: 'special' as const },
  }))
}

/** Today's valid ones; `endsIn` when 30 days or fewer are left. */
const validOf = (all: Registered[], today: string) =>
  all.filter(({ from, until }) => from <= today && (!until || until >= today))
type Row = ReturnType<typeof wireOf>

const wireOf = ({ code, name, from, until, kind, limit }: Registered, today: string) => ({
  ...{ code, name, kind, begin: from, end: until ?? '' },
  limit: limit === undefined ? undefined : yuan(limit),
  endsIn: until && until <= addDays(today, 30) ? daysBetween(today, until) : undefined,
})

/** Which kinds besides the chronic ones are asked about: a console of before takes each row for a chronic disease. */
interface Kinds {
  two?: boolean | undefined
  special?: boolean | undefined
}
const every: Kinds = { two: true, special: true }

/** `unsure` names what nobody knows about. That neither refuses nor holds back what is known of the others. */
const found = async (c: Context, readId: string, { two, special }: Kinds) => {
  const known = await asked(c, readId)
  const today = formatDay(c.now)
  const [chronic, ...others] = await Promise.all([
    known.client.run(queryChronic, { psnNo: known.psnNo }, await known.header(), waiting),
    two ? askTwoDiseases(known) : [],
    special ? askSpecial(known, today) : [],
  ])
  if (chronic.kind !== 'booked') return refuseOutcome(chronic)
  const all = [
    ...chronic.value.map((one) => ({ ...one, kind: 'chronic' as const })),
    ...others.flatMap((one) => one ?? []),
  ]
  const unsure = ['门诊两病备案', '特药备案'].filter((_, i) => others[i] === undefined)
  return { known, rows: validOf(all, today), unsure }
}

/**
 * The diseases a person is registered for today (5301) and, where they are asked for, a resident's two of 门诊两病 and those of
 * his special drugs. Who has no other while nobody knows about these is refused `disease.unknown`: an empty list would say
 * that he has none.
 */
export const registeredDiseases = async (c: Context, readId: string, kinds: Kinds = every): Promise<Row[]> => {
  const { rows, unsure } = await found(c, readId, kinds)
  if (unsure.length && !rows.length) return refuse('disease.unknown', { what: unsure.join('、') })
  return rows.map((row) => wireOf(row, formatDay(c.now)))
}

/** By code, name or the initials of its name. */
export const matchesDisease = (keyword: string) => {
  const wanted = keyword.trim().toLowerCase()
  return ({ code, name }: Pick<Row, 'code' | 'name'>): boolean =>
    [code, name, initialsOf(name)].some((text) => text.toLowerCase().includes(wanted))
}

/**
 * `rows`: each registered disease, or the one of a code, with what funds paid for it this year (5206), absent where the centre
 * does not count it by itself; `said` is that answer, absent where it was not asked for. What is left is told of a limit that is known and of a filing that began this year: whether a limit
 * is a year's or the whole filing's the standard does not say, and then it is the same.
 */
export const diseaseBalances = async (c: Context, readId: string, diseaseCode?: string) => {
  const { known, rows } = await found(c, readId, every)
  const wanted = diseaseCode ? rows.filter(({ code }) => code === diseaseCode) : rows
  if (!wanted.length) return { rows: [] }
  const { client, header, psnNo } = known
  const answer = await client.run(queryAccumulations, { psnNo }, await header(), waiting)
  if (answer.kind !== 'booked') return refuseOutcome(answer)
  const today = formatDay(c.now)
  const year = today.slice(0, 4)
  const balances = wanted.map((row) => {
    const used = usedOf(answer.value, row, year)
    const same = row.limit !== undefined && used !== undefined && row.from.startsWith(year)
    return {
      ...wireOf(row, today),
      used: used === undefined ? undefined : yuan(used),
      left: same ? yuan(Math.max(0, row.limit! - used)) : undefined,
    }
  })
  return { rows: balances, said: answer.value }
}
