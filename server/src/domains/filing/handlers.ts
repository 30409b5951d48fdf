import type { diseasesInfo } from '@yibao/shared/calls/disease-filing.ts'
import { listCodes } from '../../centre/dictionaries.ts'
import type { Handlers } from '../../mount.ts'
import { readingOf } from '../card/read.ts'
import { areaOf } from '../organisation/area-of.ts'
import { labelOf } from '../organisation/labels.ts'
import { addFiling, updateFiling } from './form.ts'
import { filingRows, shownFiling } from './rows.ts'
import { repealFiling, uploadFiling } from './send.ts'

/** Every DiseasesInfo call of SPEC 7 (domain.md 8.8). */
export const diseasesInfoHandlers: Handlers<typeof diseasesInfo> = {
  getPaged: (filters, c) => filingRows.page(c, filters),
  add: addFiling,
  get: ({ id }, c) => shownFiling(c, id),
  update: updateFiling,
  upload: async ({ id }, c) => {
    await uploadFiling(c, id)
    return shownFiling(c, id)
  },
  repealDiseasesInfo: async ({ id, reason }, c) => {
    await repealFiling(c, id, reason)
    return shownFiling(c, id)
  },
  pullInsuTypes: async ({ readId }, c) => {
    // Of no store: a dictionary, or what the asker's own reading says.
    c.scope.take()
    const { edition } = c.services.centre.of(await areaOf(c)).profile
    const codes = readId
      ? (await readingOf(c, readId)).person.person.insurances.map(({ insurance }) => insurance)
      : listCodes(edition).flatMap(({ type, code }) => (type === 'insutype' ? code : []))
    return [...new Set(codes)].map((value) => ({ value, name: labelOf(edition, 'insutype', value) }))
  },
}
