import { filingState } from '@yibao/shared/entities/disease-filing.ts'
import { metaOf } from '@yibao/shared/field.ts'
import type { Filing } from './rows.ts'

/** What people call a state. */
export const stateTitle = (state: Filing['state']): string => String(metaOf(filingState)?.choices?.[state] ?? state)
