import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../database/open.ts'
import { catalogueEntry } from './entry-tables.ts'
import { holdsOn, kindsOf } from './find.ts'
import { type Features, featuresOf, pairsOf, plain, similarityAtMost, similarityOf } from './similarity.ts'
import type { Candidate } from './tables.ts'

/** An item that looks for an entry. */
export interface Seeker {
  ownCode: string
  name: string
  spec: string
  producer: string
  dosageForm: string
}

/** Entries read at once, and how many suggestions an item keeps. */
const batch = 2000
const most = 3
/** Names less alike than this are another thing; suggestions below this percent are noise. */
const nameAtLeast = 0.5
const percentAtLeast = 50

interface Hit {
  seeker: number
  /** How alike the names are. */
  alike: number
}

/**
 * The few items beside which a catalogue is read: which of them have a pair of characters. The catalogue is read once
 * and in passing, so that a quarter of a million entries need no index of their own.
 */
const indexOf = (names: readonly string[]) => {
  const pairs = names.map(pairsOf)
  const holders = new Map<number, number[]>()
  for (const [seeker, own] of pairs.entries())
    for (const pair of own) holders.get(pair)?.push(seeker) ?? holders.set(pair, [seeker])
  const common = new Uint16Array(names.length)
  return (name: string): Hit[] => {
    const own = pairsOf(name)
    const touched: number[] = []
    for (const pair of own)
      for (const seeker of holders.get(pair) ?? []) if (common[seeker]!++ === 0) touched.push(seeker)
    const hits: Hit[] = []
    for (const seeker of touched) {
      const alikeness = (2 * common[seeker]!) / (own.length + pairs[seeker]!.length)
      common[seeker] = 0
      if (alikeness >= nameAtLeast) hits.push({ seeker, alike: alikeness })
    }
    return hits
  }
}

const read = (db: Database, areaCode: string, today: string, after?: { kind: string; code: string }) => {
  const { kind, code, name, spec, pack, producer, dosageForm } = catalogueEntry
  const behind: SQL | undefined = after && sql`(${kind}, ${code}) > (${after.kind}, ${after.code})`
  return db
    .select({ kind, code, name, spec, pack, producer, dosageForm })
    .from(catalogueEntry)
    .where(and(eq(catalogueEntry.areaCode, areaCode), inArray(kind, kindsOf('item')), holdsOn(today), behind))
    .orderBy(asc(kind), asc(code))
    .limit(batch)
}
type Entry = Awaited<ReturnType<typeof read>>[number]

/** Puts a candidate among the best, equal ones by their codes. */
const keep = (best: Candidate[], found: Candidate): void => {
  const at = best.findIndex(
    (one) => found.similarity > one.similarity || (found.similarity === one.similarity && found.code < one.code),
  )
  if (at < 0 && best.length >= most) return
  best.splice(at < 0 ? best.length : at, 0, found)
  if (best.length > most) best.pop()
}

/** The entries of an area's catalogue of a day that items resemble most, the best first, by the items' codes. */
export const suggestFor = async (
  db: Database,
  areaCode: string,
  seekers: readonly Seeker[],
  today: string,
): Promise<Map<string, Candidate[]>> => {
  const features: Features[] = seekers.map(featuresOf)
  const hitsOf = indexOf(features.map(({ name }) => name))
  const best = seekers.map((): Candidate[] => [])
  // The same drug of fifty makers has one name.
  const known = new Map<string, Hit[]>()
  const look = (entry: Entry) => {
    const name = plain(entry.name)
    const hits = known.get(name) ?? hitsOf(name)
    known.set(name, hits)
    let own: Features | undefined
    for (const { seeker, alike: names } of hits) {
      // Nearly all hits are names like those of better ones: whatever else is alike, they are none of the best.
      const last = best[seeker]![most - 1]
      if (last && similarityAtMost(names) < last.similarity) continue
      own ??= featuresOf(entry)
      const similarity = similarityOf(features[seeker]!, own, names)
      if (similarity < percentAtLeast) continue
      const { code, spec, pack, producer } = entry
      keep(best[seeker]!, { code, name: entry.name, spec: pack || spec, producer, similarity })
    }
  }
  if (seekers.length) {
    let after: Entry | undefined
    for (;;) {
      const entries: Entry[] = await read(db, areaCode, today, after)
      for (const entry of entries) look(entry)
      after = entries.at(-1)
      if (entries.length < batch) break
    }
  }
  return new Map(seekers.map(({ ownCode }, i) => [ownCode, best[i]!]))
}
