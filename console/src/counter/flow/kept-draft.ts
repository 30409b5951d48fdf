import type { Line, Pending, Prescription } from './model.ts'
import type { Counter } from './state.ts'

/** What survives a crash: the basket and its choices, no card data, no name but the masked one (N2, N3). */
export interface Draft {
  version: 1
  at: number
  orderId: string | undefined
  /** The settle or unknown order: after a restart its band is the first screen. */
  pending:
    | (Pick<Pending, 'orderId' | 'maskedName' | 'cash' | 'listed' | 'settleKey'> & { kind?: Pending['kind'] })
    | undefined
  readId: string | undefined
  maskedName: string | undefined
  /** Tells another one of that name; says nothing else of him. */
  whose?: string | undefined
  insutype: string | undefined
  medicalType: string | undefined
  disease: Counter['disease']
  prescription: Prescription | undefined
  herbs?: Counter['herbs']
  accountUsed?: boolean
  lines: Line[]
  part?: Counter['part']
  second?: Counter['second']
  erp: Counter['erp']
  background: Counter['background']
  owed?: Counter['owed']
  doubts?: Counter['doubts']
  aside?: Counter['aside']
  returning?: Counter['returning']
  unheard?: Counter['unheard']
  erpResults: Counter['erpResults']
}
