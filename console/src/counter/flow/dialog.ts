import type { Doubt, Order, ParkedRow } from './model.ts'

/** The one question or sheet over the counter (ux 2.7), with what it needs to be drawn again. */
export type Dialog =
  | { kind: 'clear' }
  | { kind: 'typedId'; code: string }
  | { kind: 'prescription' }
  | { kind: 'disease' }
  | { kind: 'herbs'; prices?: true }
  | { kind: 'parked'; rows: ParkedRow[] | undefined }
  | {
      kind: 'reversal'
      orderId: string
      order: Order | undefined
      key: string
      busy: boolean
      /** When it left, ms. */
      since?: number
      part?: boolean | undefined
      /** A second person's word that was given for it. */
      authorizationId?: string | undefined
    }
  | { kind: 'part' }
  /** `since`: when it appeared. */
  | ({ kind: 'printUnsure'; since: number } & Omit<Doubt, 'later'>)
  | { kind: 'preview'; orderId: string; print: 'settlement' | 'reversal' | 'presettlement' }
  | { kind: 'leave' }
  /** `types`: its quantity is what was asked for. */
  | { kind: 'line'; line: string; types?: boolean | undefined }
  /** `unasked`: the split brought it, nobody pressed F9 for it. */
  | { kind: 'audit'; busy: boolean; unasked?: true }
  | { kind: 'keys' }
  | { kind: 'bought' }
  | { kind: 'cardPin' }
