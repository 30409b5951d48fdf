import { designation } from './designation.ts'
import { disease } from './disease.ts'
import type { Kind, KindName } from './kind.ts'
import { specialDrug } from './special-drug.ts'
import { twoDiseases } from './two-diseases.ts'

/** Every kind of filing by its name. */
export const kinds: Record<KindName, Kind> = { disease, twoDiseases, designation, specialDrug }
