import { and, eq, gte, inArray, lte, ne, or } from 'drizzle-orm'
import { newId } from '../../base/ids.ts'
import { maskName, maskNumber } from '../../base/mask.ts'
import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import { hashPerson } from '../card/identity.ts'
import { readingOf } from '../card/read.ts'
import { storeOf } from '../organisation/store.ts'
import { mark, withFiling } from './claim.ts'
import { type Kind, textOf, type Written } from './kinds/kind.ts'
import { type Personal, partsOf, personalOf, sealPersonal } from './personal.ts'
import { requireTaken } from './standing.ts'
import { stateTitle } from './state.ts'
import { filing } from './tables.ts'

type Form = Record<string, unknown>

const check = async (c: Context, kind: Kind, written: Written, sealed: Record<string, string>): Promise<void> => {
  const [from, until] = [textOf(written.form, 'beginDay'), textOf(written.form, 'endDay')]
  if (until && until < from) refuse('filing.dates', {}, { fields: { endDay: '结束日期早于开始日期' } })
  await kind.check(c, { ...written, sealed })
}

/** What lists and searches take from a form. */
const found = (kind: Kind, written: Pick<Written, 'form' | 'shop'>) => {
  const { code, name } = kind.subject(written)
  const [beginDay, endDay] = [textOf(written.form, 'beginDay'), textOf(written.form, 'endDay')]
  return { form: written.form, subjectCode: code, subjectName: name, beginDay, endDay }
}

/** A second filing of the same for the same days would be refused by the centre: it is better said before. */
const checkTwin = async (c: Context, kind: Kind, written: Written, psnHash: string, except = ''): Promise<void> => {
  const { subjectCode, beginDay, endDay } = found(kind, written)
  const rows = await c.db
    .select()
    .from(filing)
    .where(
      and(
        ...[eq(filing.psnHash, psnHash), eq(filing.kind, kind.name), eq(filing.storeId, written.shop.id)],
        ...[eq(filing.subjectCode, subjectCode), ne(filing.id, except)],
        inArray(filing.state, ['draft', 'uploaded', 'unknown']),
        or(eq(filing.endDay, ''), gte(filing.endDay, beginDay)),
        endDay ? lte(filing.beginDay, endDay) : undefined,
      ),
    )
  const twin = rows.find(({ form }) => kind.part(form) === kind.part(written.form))
  if (twin) refuse('filing.twice', { person: twin.maskedName, name: twin.subjectName, state: stateTitle(twin.state) })
}

/** Writes a draft of the person whose card was read, so that nobody files for a number he only knows. */
export const addFiling = async (
  c: Context,
  kind: Kind,
  { readId, ...form }: Form & { readId: string },
): Promise<string> => {
  const shop = await storeOf(c.deps, c.storeId)
  requireTaken(c, kind, shop.areaCode)
  const card = (await readingOf(c, readId)).person
  const { open, written: sealed } = partsOf(form, kind.sealed)
  const personal: Personal = { ...personalOf(card, shop.areaCode), written: sealed }
  const written = { form: open, personal, shop }
  await check(c, kind, written, sealed)
  const { vault } = c.services
  const psnHash = hashPerson(vault, personal.psnNo)
  await checkTwin(c, kind, written, psnHash)
  const id = newId(c.now)
  const subject = found(kind, written)
  await c.db.insert(filing).values({
    ...{ ...subject, id, kind: kind.name, storeId: shop.id, operatorName: c.me.name, changedAt: c.now },
    ...{ personal: sealPersonal(vault, personal), psnHash },
    ...{ maskedName: maskName(card.person.name), maskedCertNo: maskNumber(card.person.certificateNo) },
  })
  c.on(`${shop.name} ${subject.subjectCode} ${subject.subjectName}`, shop.id)
  return id
}

/** Changes a draft; what the centre holds, or may hold, is not changed here. */
export const updateFiling = (c: Context, kind: Kind, { id, ...form }: Form & { id: string }): Promise<void> =>
  withFiling(c, kind, id, async ({ one, shop, personal }) => {
    const { open, written: sealed } = partsOf(form, kind.sealed)
    const written = { form: open, personal, shop }
    const subject = found(kind, written)
    c.on(`${shop.name} ${subject.subjectCode} ${subject.subjectName}`, shop.id)
    await check(c, kind, written, sealed)
    if (one.state !== 'draft' && one.state !== 'refused')
      refuse('filing.state', { state: stateTitle(one.state), action: '修改' })
    await checkTwin(c, kind, written, one.psnHash, id)
    await mark(c, one, {
      ...{ ...subject, personal: sealPersonal(c.services.vault, { ...personal, written: sealed }) },
      ...{ state: 'draft', message: '', changedAt: c.now },
    })
  })
