import type { ResultOf } from '@yibao/shared/call.ts'
import type { diseasesInfo } from '@yibao/shared/calls/filing.ts'
import { and, eq, inArray } from 'drizzle-orm'
import { maskName } from '../../base/mask.ts'
import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import { refuseOutcome } from '../../centre/refuse-outcome.ts'
import { hashPerson } from '../card/identity.ts'
import { preferredInsurance, readingOf } from '../card/read.ts'
import { type StoreRow, storeOf } from '../organisation/store.ts'
import { insuredAreaOf } from './kinds/insurance.ts'
import type { Filing, Held, Kind } from './kinds/kind.ts'
import { filingOf } from './rows.ts'
import { isSame } from './same.ts'
import { asking } from './send.ts'
import { requireTaken } from './standing.ts'
import { filing } from './tables.ts'

type Comparison = ResultOf<typeof diseasesInfo.compare>
type Line = Comparison['rows'][number]

/** Whom and for whom the centre is asked. */
interface Asked {
  shop: StoreRow
  psnNo: string
  maskedName: string
  insuredArea: string
  one?: Filing
}

const askedOf = async (c: Context, kind: Kind, { id, readId }: { id?: string; readId?: string }): Promise<Asked> => {
  if (id) {
    const found = await filingOf(c, kind, id)
    const { one, shop, personal } = found
    return { one, shop, psnNo: personal.psnNo, maskedName: one.maskedName, insuredArea: insuredAreaOf(found) }
  }
  const shop = await storeOf(c.deps, c.storeId)
  const { person: card } = await readingOf(c, readId ?? refuse('card.gone'))
  const insuredArea = preferredInsurance(card).insuredArea || shop.areaCode
  return { shop, psnNo: card.person.psnNo, maskedName: maskName(card.person.name), insuredArea }
}

/** Ours that the centre holds, or may hold, of this person, as far as the asker may see them. */
const oursOf = (c: Context, kind: Kind, psnNo: string): Promise<Filing[]> =>
  c.db
    .select()
    .from(filing)
    .where(
      and(
        ...[eq(filing.psnHash, hashPerson(c.services.vault, psnNo)), eq(filing.kind, kind.name)],
        ...[c.scope.where(filing.storeId), inArray(filing.state, ['uploaded', 'unknown'])],
      ),
    )

/** What to do about one whose message was lost, by that message: the centre has it, or has it not. */
const thereWords = { upload: '已在中心，请再按一次「上报」确认结果', repeal: '还在中心，请再按一次「撤销」' }
const awayWords = {
  upload: '中心还没有收到，请再按一次「上报」：系统先核实再发送',
  repeal: '中心已没有这条，请再按一次「撤销」确认结果',
}

const openEnd = (day: string) => day || '9999-12-31'

/** What the centre holds of a person beside what we hold: asked by a filing, or by a reading. */
export const compareFilings = async (
  c: Context,
  kind: Kind,
  input: { id?: string; readId?: string },
): Promise<Comparison> => {
  const { shop, psnNo, maskedName, insuredArea, one } = await askedOf(c, kind, input)
  requireTaken(c, kind, shop.areaCode)
  const answer = await kind.held(psnNo, asking(c, shop, insuredArea), one)
  if (answer.kind !== 'booked') return refuseOutcome(answer)
  const ours = await oursOf(c, kind, psnNo)
  const isOf = (held: Held) => (own: Filing) => isSame(own, kind, held)
  const theirs = answer.value.map((held): Line => {
    const own = ours.find(isOf(held))
    const { code, name, beginDay, endDay, about } = held
    const line = { code, name, beginDay, endDay, about }
    if (!own) {
      const verdict = kind.elsewhere?.(held, shop) ? 'elsewhere' : 'centreOnly'
      return { ...line, verdict, next: kind.advice(held, shop) }
    }
    if (openEnd(own.endDay) !== openEnd(endDay))
      return { ...line, verdict: 'dates', next: `我方结束日期 ${own.endDay || '长期'}，以医保中心为准` }
    return { ...line, verdict: 'both', next: own.state === 'unknown' ? thereWords[own.pending || 'upload'] : '' }
  })
  const missing = ours.filter((own) => !answer.value.some((held) => isOf(held)(own)))
  return {
    maskedName,
    rows: [
      ...theirs,
      ...missing.map(
        ({ subjectCode, subjectName, beginDay, endDay, state, pending, form }): Line => ({
          ...{ code: subjectCode, name: subjectName, beginDay, endDay, verdict: 'oursOnly' },
          about: kind.part(form),
          next:
            state === 'unknown'
              ? awayWords[pending || 'upload']
              : '中心已没有这条：可能在中心撤销或没有通过审核，请联系医保中心后在此撤销',
        }),
      ),
    ],
  }
}
