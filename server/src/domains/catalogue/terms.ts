import type { ResultOf } from '@yibao/shared/call.ts'
import type { catalogueMenu } from '@yibao/shared/calls/catalogue-menu.ts'
import { and, desc, eq, inArray } from 'drizzle-orm'
import type { Context } from '../../call/context.ts'
import { queryCatalogue } from '../../centre/operations/catalogue.ts'
import { refuseOutcome } from '../../centre/refuse-outcome.ts'
import { runAsSystem } from '../attendance/ask.ts'
import { askingStore } from '../organisation/asking-store.ts'
import { catalogueTerm } from './entry-tables.ts'
import { keepTerms, termOf } from './load/pages.ts'

type Term = typeof catalogueTerm.$inferSelect
type Cap = ResultOf<typeof catalogueMenu.getLimitPriceDictionaryInfo>[number]
type Share = ResultOf<typeof catalogueMenu.getSelfPayDictionaryInfo>[number]

const timeoutMs = 30_000

/** A decimal of the centre without needless zeros, within the decimals of the wire; undefined when it is none. */
const decimal = (text: string | undefined, places: number): string | undefined => {
  const found = /^(\d+)(?:\.(\d+))?$/.exec((text ?? '').trim())
  if (!found) return undefined
  const fraction = (found[2] ?? '').slice(0, places).replace(/0+$/, '')
  return `${found[1]!.replace(/^0+(?=\d)/, '')}${fraction ? `.${fraction}` : ''}`
}

/** A price cap, yuan with at most 6 decimals, cut and without zeros at the end; undefined where it is no number. */
export const capText = (text: string | null | undefined): string | undefined => decimal(text ?? undefined, 6)
/** A share as text, 0 to 1 with at most 4 decimals; undefined where it is none. */
export const shareText = (text: string | null | undefined): string | undefined => {
  const share = decimal(text ?? undefined, 4)
  return share !== undefined && Number(share) <= 1 ? share : undefined
}

const common = ({ data, beginDay, endDay, valid, code }: Term) => ({
  ...{ code, areaCode: data.insu_admdvs ?? '', beginDay, endDay, valid },
})

/** A row of 1318; undefined when its amount is none. */
export const capRow = (term: Term): Cap | undefined => {
  const cap = capText(term.data.hilist_pric_uplmt_amt)
  if (cap === undefined) return undefined
  const { hilist_lmtpric_type: type = '', overlmt_dspo_way: disposal = '' } = term.data
  return { ...common(term), type: type || '0', disposal, cap }
}

/** A row of 1319; undefined when its share is no fraction. */
export const shareRow = (term: Term): Share | undefined => {
  const share = shareText(term.data.selfpay_prop)
  if (share === undefined) return undefined
  const { selfpay_prop_psn_type: personType = '', selfpay_prop_type: type = '' } = term.data
  return { ...common(term), personType: personType || '0', type: type || '0', share }
}

/** The insurance code of a national one (1316); the same where nothing says otherwise. */
const insuredCodes = async ({ db }: Pick<Context, 'db'>, areaCode: string, code: string): Promise<string[]> => {
  const links = await db
    .select({ data: catalogueTerm.data })
    .from(catalogueTerm)
    .where(and(eq(catalogueTerm.areaCode, areaCode), eq(catalogueTerm.infno, '1316'), eq(catalogueTerm.code, code)))
  return [...new Set([code, ...links.flatMap(({ data }) => data.hilist_code ?? [])])]
}

/** What is kept of a code, the newest first. */
export const termsOf = async (c: Pick<Context, 'db'>, areaCode: string, infno: '1318' | '1319', code: string) =>
  c.db
    .select()
    .from(catalogueTerm)
    .where(
      and(
        eq(catalogueTerm.areaCode, areaCode),
        eq(catalogueTerm.infno, infno),
        inArray(catalogueTerm.code, await insuredCodes(c, areaCode, code)),
      ),
    )
    .orderBy(desc(catalogueTerm.beginDay), catalogueTerm.rid)

/** Asks the centre for a code's caps or shares (1318, 1319) and keeps what it answers. */
export const askTerms = async (c: Context, areaCode: string, infno: '1318' | '1319', code: string): Promise<void> => {
  const shop = await askingStore(c.deps, areaCode)
  for (const one of await insuredCodes(c, areaCode, code)) {
    const query = { since: '2000-01-01', page: 1, size: 100, filters: { hilist_code: one } }
    const answer = await runAsSystem(c.deps, shop, queryCatalogue(infno), query, { timeoutMs })
    if (answer.kind !== 'booked') return refuseOutcome(answer)
    const rows = answer.value.filter(({ hilist_code }) => hilist_code === one)
    await keepTerms(
      c.db,
      rows.map((row) => termOf(areaCode, infno, row)),
    )
  }
}
