import type { Effect } from '../effects.ts'
import type { Line } from '../model.ts'
import type { Counter } from '../state.ts'

// What the chosen chronic disease covers (ux 1.2), by the lists that the area keeps; where none is kept, everything.

/** Asks for the drugs of the chosen disease; nothing without one. Asked of its name and the insurance, not of the person. */
export const askCoverage = ({ person, insutype, medicalType, disease }: Counter): Effect[] =>
  person && insutype && disease
    ? [{ do: 'askCoverage', diseaseCode: disease.code, diseaseName: disease.name, insutype, medicalType }]
    : []

/** The lines that the chosen disease does not cover, what has no national code among them; none while nobody knows. */
export const uncovered = ({ covered, disease, lines }: Pick<Counter, 'covered' | 'disease' | 'lines'>): Line[] => {
  const drugs = covered?.disease === disease?.code ? covered?.drugs : undefined
  if (!drugs) return []
  return lines.filter(({ item: { nationalCode } }) => !drugs.some((one) => nationalCode.startsWith(one)))
}
