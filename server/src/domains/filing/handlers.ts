import type { diseasesInfo, fixedFiling, specialMedical, twoDiseases } from '@yibao/shared/calls/filing.ts'
import type { Context } from '../../call/context.ts'
import type { Handlers } from '../../call/mount.ts'
import { listCodes } from '../../centre/dictionaries.ts'
import { areaOf } from '../auth/area-of.ts'
import { readingOf } from '../card/read.ts'
import { labelOf } from '../organisation/labels.ts'
import { compareFilings } from './compare.ts'
import { addFiling, updateFiling } from './form.ts'
import { kinds } from './kinds/all.ts'
import type { Kind } from './kinds/kind.ts'
import { twoDiseasesOf } from './kinds/two-diseases.ts'
import { leftOf } from './left.ts'
import { printFiling } from './print.ts'
import { filingRows, shownFiling } from './rows.ts'
import { repealFiling, uploadFiling } from './send.ts'
import { standingOf } from './standing.ts'

/** The calls of one kind. What is kept of a form came through that kind's own schema, so its rows have its fields. */
const handlersOf = <Calls>(kind: Kind): Handlers<Calls> => {
  const rows = filingRows(kind)
  const handlers: Handlers<typeof fixedFiling> = {
    getPaged: (filters, c) => rows.page(c, filters) as never,
    add: async (input, c) => shownFiling(c, kind, await addFiling(c, kind, input)) as never,
    get: ({ id }, c) => shownFiling(c, kind, id) as never,
    update: async (input, c) => {
      await updateFiling(c, kind, input)
      return shownFiling(c, kind, input.id) as never
    },
    upload: async ({ id }, c) => {
      await uploadFiling(c, kind, id)
      return shownFiling(c, kind, id) as never
    },
    repeal: async ({ id, reason }, c) => {
      await repealFiling(c, kind, id, reason)
      return shownFiling(c, kind, id) as never
    },
    print: ({ id }, c) => printFiling(c, kind, id),
    compare: (input, c) => compareFilings(c, kind, input),
    standing: (_, c) => standingOf(c, kind),
  }
  return handlers as unknown as Handlers<Calls>
}

const pullInsuTypes = async ({ readId }: { readId?: string }, c: Context) => {
  // Of no store: a dictionary, or what the asker's own reading says.
  c.scope.take()
  const { edition } = c.services.centre.of(await areaOf(c)).profile
  const codes = readId
    ? (await readingOf(c, readId)).person.person.insurances.map(({ insurance }) => insurance)
    : listCodes(edition).flatMap(({ type, code }) => (type === 'insutype' ? code : []))
  return [...new Set(codes)].map((value) => ({ value, name: labelOf(edition, 'insutype', value, c.caches) }))
}

/** 慢特病备案 (SPEC 7, domain.md 8.8). */
export const diseasesInfoHandlers: Handlers<typeof diseasesInfo> = {
  ...handlersOf<Omit<typeof diseasesInfo, 'pullInsuTypes'>>(kinds.disease),
  pullInsuTypes,
}

/** 门诊两病备案 (domain.md 2.7). */
export const twoDiseasesHandlers: Handlers<typeof twoDiseases> = {
  ...handlersOf<Omit<typeof twoDiseases, 'pullDiseases'>>(kinds.twoDiseases),
  pullDiseases: (_, c) => twoDiseasesOf(c),
}

/** 人员定点备案 (domain.md 8.8). */
export const fixedFilingHandlers = handlersOf<typeof fixedFiling>(kinds.designation)

/** 特药备案 (domain.md 8.8). */
export const specialMedicalHandlers: Handlers<typeof specialMedical> = {
  ...handlersOf<Omit<typeof specialMedical, 'pullInsuTypes' | 'left'>>(kinds.specialDrug),
  pullInsuTypes,
  left: ({ id }, c) => leftOf(c, id),
}
