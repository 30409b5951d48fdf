import { familyKind, payKinds, payKindType } from '@yibao/shared/entities/other-pay.ts'
import { refuse } from '../../base/refuse.ts'
import type { Database } from '../../database/open.ts'
import { codesOf } from '../dictionary/entries.ts'

/** What the dictionary of payment kinds starts with; what an area made of it lies in a layer above. */
export const payKindRows = (['JX', 'HN'] as const).flatMap((edition) =>
  Object.entries(payKinds).map(([code, label], sort) => ({
    ...{ edition, codeType: payKindType, code, label, parent: null, sort },
  })),
)

/** Name of a kind that may be typed in an area; refuses family mutual aid and a code that is unknown or stopped there. */
export const kindName = async (db: Database, areaCode: string, kind: string): Promise<string> => {
  if (kind === familyKind) refuse('otherPay.family')
  const found = (await codesOf(db, areaCode, payKindType)).find(({ value }) => value === kind)
  return found?.name ?? refuse('otherPay.kind', { kind })
}
