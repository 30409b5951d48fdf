import { residents } from '@yibao/shared/entities/filing.ts'
import { sum, yuan } from '@yibao/shared/money.ts'
import { addDays, formatDay } from '@yibao/shared/time.ts'
import type { Context } from '../../call/context.ts'
import { refuse } from '../../call/refuse.ts'
import { type Accumulation, queryAccumulations, queryChronic } from '../../centre/operations/person-records.ts'
import { listTwoDiseases, twoDiseasesCalls } from '../../centre/operations/two-diseases.ts'
import { refuseOutcome } from '../../centre/refuse-outcome.ts'
import { clerkHeader, storeOf } from '../attendance/sign.ts'
import { preferredInsurance, readingOf } from './read.ts'

const waiting = { timeoutMs: 60_000 }

/** What asking about the two may hold back the answer about chronic diseases, ms; a centre that answers does it in less. */
const patience = 4000

const asked = async (c: Context, readId: string) => {
  const storeRow = await storeOf(c.deps, c.storeId)
  const { person } = await readingOf(c, readId)
  /** Of one message: it bears its number. */
  const header = () => clerkHeader(c.deps, storeRow, c.me, preferredInsurance(person).insuredArea)
  return { client: c.services.centre.of(storeRow.areaCode), header, ...person.person }
}
type Asked = Awaited<ReturnType<typeof asked>>

const dayCount = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)

type Registered = { code: string; name: string; from: string; until?: string; kind: 'chronic' | 'twoDiseases' }

/**
 * Where the area's centre files them, a resident's 高血压 and 糖尿病 (2693, 5395). None of whom it is not about, and where
 * the centre refuses the question: it has no such list for him. `undefined` when it gave no answer.
 */
const askTwoDiseases = async ({ client, header, psnNo, insurances }: Asked): Promise<Registered[] | undefined> => {
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

/** Today's valid ones; `endsIn` when 30 days or fewer are left. */
const validOf = (all: Registered[], today: string) =>
  all
    .filter(({ from, until }) => from <= today && (!until || until >= today))
    .map(({ code, name, from, until, kind }) => ({
      ...{ code, name, kind, begin: from, end: until ?? '' },
      endsIn: until && until <= addDays(today, 30) ? dayCount(today, until) : undefined,
    }))

/** `sure` is false while nobody knows about the two. They neither refuse nor hold back what is known of the others. */
const found = async (c: Context, readId: string, withTwo: boolean) => {
  const known = await asked(c, readId)
  const [chronic, two] = await Promise.all([
    known.client.run(queryChronic, { psnNo: known.psnNo }, await known.header(), waiting),
    withTwo ? askTwoDiseases(known) : [],
  ])
  if (chronic.kind !== 'booked') return refuseOutcome(chronic)
  const all = [...chronic.value.map((one) => ({ ...one, kind: 'chronic' as const })), ...(two ?? [])]
  return { rows: validOf(all, formatDay(c.now)), sure: two !== undefined }
}

/**
 * The diseases a person is registered for today (5301) and, where they are asked for, a resident's two of 门诊两病. Who has
 * no other while nobody knows about the two is refused `disease.unknown`: an empty list would say that he has none.
 */
export const registeredDiseases = async (c: Context, readId: string, withTwo = false) => {
  const { rows, sure } = await found(c, readId, withTwo)
  return sure || rows.length ? rows : refuse('disease.unknown')
}

/** Of a fund, this year's, of one disease: not a fee, a deductible or one month of it (dictionary cum_type_code). */
const isUsed = ({ code, year }: Accumulation, disease: string, thisYear: string): boolean =>
  code.startsWith('D') && code.endsWith(`_ILL${disease}`) && (!year || year === thisYear)

/**
 * One registered disease with what was used of it this year (5206), absent where the centre does not count by disease;
 * the limit is the area's matter and may be absent.
 */
export const diseaseBalance = async (c: Context, readId: string, diseaseCode: string) => {
  const known = (await found(c, readId, true)).rows.find(({ code }) => code === diseaseCode)
  const { client, header, psnNo } = await asked(c, readId)
  const answer = await client.run(queryAccumulations, { psnNo }, await header(), waiting)
  const all = answer.kind === 'booked' ? answer.value : []
  const rows = all.filter((row) => isUsed(row, diseaseCode, formatDay(c.now).slice(0, 4)))
  // The year's own row says it all; the months of a centre that lists them add up to it.
  const ofYear = rows.filter(({ month }) => month.length < 6)
  const used = rows.length ? sum((ofYear.length ? ofYear : rows).map(({ fen }) => fen)) : undefined
  const base = known ?? {
    code: diseaseCode,
    name: diseaseCode,
    kind: 'chronic' as const,
    begin: '',
    end: '',
    endsIn: undefined,
  }
  return { ...base, used: used === undefined ? undefined : yuan(used) }
}
