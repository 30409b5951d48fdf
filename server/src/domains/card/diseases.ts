import { sum, yuan } from '@yibao/shared/money.ts'
import { addDays, formatDay } from '@yibao/shared/time.ts'
import type { Context } from '../../call/context.ts'
import type { Answer } from '../../centre/client.ts'
import { type Accumulation, queryAccumulations, queryChronic } from '../../centre/operations/person-records.ts'
import { listTwoDiseases, residents, twoDiseasesCalls } from '../../centre/operations/two-diseases.ts'
import { refuseOutcome } from '../../centre/refuse-outcome.ts'
import { clerkHeader, storeOf } from '../attendance/sign.ts'
import { preferredInsurance, readingOf } from './read.ts'

const waiting = { timeoutMs: 60_000 }

const headerFor = async (c: Context, readId: string) => {
  const storeRow = await storeOf(c.deps, c.storeId)
  const { person } = await readingOf(c, readId)
  const header = await clerkHeader(c.deps, storeRow, c.me, preferredInsurance(person).insuredArea)
  return { client: c.services.centre.of(storeRow.areaCode), header, psnNo: person.person.psnNo }
}

const dayCount = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)

type Registered = { code: string; name: string; from: string; until?: string; kind: 'chronic' | 'twoDiseases' }

/** Where the area's centre files them, a resident's 高血压 and 糖尿病 (2693, 5395); none of whom it is not about. */
const askTwoDiseases = async (c: Context, readId: string): Promise<Answer<Registered[]> | undefined> => {
  const shop = await storeOf(c.deps, c.storeId)
  const client = c.services.centre.of(shop.areaCode)
  const calls = twoDiseasesCalls(client.profile)
  const { person } = (await readingOf(c, readId)).person
  if (!calls || !person.insurances.some(({ insurance }) => residents.has(insurance))) return undefined
  const ask: Parameters<typeof listTwoDiseases>[1] = async (operation, args) =>
    client.run(operation, args, (await headerFor(c, readId)).header, waiting)
  const answer = await listTwoDiseases(calls, ask, person.psnNo)
  if (answer.kind !== 'booked') return answer
  return { ...answer, value: answer.value.map((one) => ({ ...one, kind: 'twoDiseases' as const })) }
}

/**
 * The diseases a person is registered for (5301) and, of a resident, the two of 门诊两病: today's valid ones; `endsIn` when
 * 30 days or fewer are left. Where only the two cannot be asked about the others are still of use, if there are any.
 */
export const registeredDiseases = async (c: Context, readId: string) => {
  const { client, header, psnNo } = await headerFor(c, readId)
  const [chronic, two] = await Promise.all([
    client.run(queryChronic, { psnNo }, header, waiting),
    askTwoDiseases(c, readId),
  ])
  if (chronic.kind !== 'booked') return refuseOutcome(chronic)
  if (two && two.kind !== 'booked' && !chronic.value.length) return refuseOutcome(two)
  const all: Registered[] = [
    ...chronic.value.map((one) => ({ ...one, kind: 'chronic' as const })),
    ...(two?.kind === 'booked' ? two.value : []),
  ]
  const today = formatDay(c.now)
  return all
    .filter(({ from, until }) => from <= today && (!until || until >= today))
    .map(({ code, name, from, until, kind }) => ({
      ...{ code, name, kind, begin: from, end: until ?? '' },
      endsIn: until && until <= addDays(today, 30) ? dayCount(today, until) : undefined,
    }))
}

/** Of a fund, this year's, of one disease: not a fee, a deductible or one month of it (dictionary cum_type_code). */
const isUsed = ({ code, year }: Accumulation, disease: string, thisYear: string): boolean =>
  code.startsWith('D') && code.endsWith(`_ILL${disease}`) && (!year || year === thisYear)

/**
 * One registered disease with what was used of it this year (5206), absent where the centre does not count by disease;
 * the limit is the area's matter and may be absent.
 */
export const diseaseBalance = async (c: Context, readId: string, diseaseCode: string) => {
  const known = (await registeredDiseases(c, readId)).find(({ code }) => code === diseaseCode)
  const { client, header, psnNo } = await headerFor(c, readId)
  const answer = await client.run(queryAccumulations, { psnNo }, header, waiting)
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
