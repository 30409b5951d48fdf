import type { Schema } from '@yibao/shared/field.ts'
import type { Context } from '../../../call/context.ts'
import type { Answer, CentreProfile, Operation } from '../../../centre/client.ts'
import type { StoreRow } from '../../organisation/store.ts'
import type { Personal } from '../personal.ts'
import type { filing } from '../tables.ts'

export type Filing = typeof filing.$inferSelect
export type KindName = Filing['kind']

/** A filing with its store and whose it is. */
export interface Found {
  one: Filing
  shop: StoreRow
  personal: Personal
}

/** Sends one operation, and gives how it ended. */
export type Ask = <A, R>(operation: Operation<A, R>, args: A) => Promise<Answer<R>>

/** The same about the person of a filing. */
export type Run = Ask & {
  /** How the centre that it goes to speaks. */
  profile: CentreProfile
}

/** One filing as the centre holds it; days are yyyy-MM-dd, `endDay` '' when it is open. */
export interface Held {
  code: string
  name: string
  beginDay: string
  endDay: string
  /** What else the centre says of it. */
  about: string
  /** Tells it from others of the same code. */
  part: string
  /** The number that takes it back, where the centre's list names it. */
  serial?: string
}

/** What was written of a filing, before it is one. */
export interface Written {
  form: Record<string, unknown>
  personal: Omit<Personal, 'written'>
  shop: StoreRow
}

/** What is particular about a kind of filing; everything else is the same for all (form.ts, send.ts, compare.ts). */
export interface Kind {
  name: KindName
  /** What people call it. */
  what: string
  /** Its transactions: an edition that lacks one takes no such filing, unless `takenBy` says who does. */
  infnos: readonly string[]
  takenBy?: (profile: CentreProfile) => boolean
  /** The option of 医保配置 that says so, where there is one. */
  option?: string
  /** Fields that are sealed besides how somebody is reached and who files for him. */
  sealed?: Readonly<Record<string, Schema>>
  /** What it files, as lists show it and the centre's list names it. */
  subject: (written: Pick<Written, 'form' | 'shop'>) => { code: string; name: string }
  /** Tells it from others of the same person and code; the same as `part` of what the centre holds. */
  part: (form: Record<string, unknown>) => string
  /** Refuses what the fields alone do not tell. */
  check: (c: Context, written: Written & { sealed: Record<string, string> }) => Promise<void> | void
  /** `serial` '' where the centre names it only in its list. */
  upload: (found: Found, run: Run) => Promise<Answer<{ serial: string }>>
  repeal: (found: Found, reason: string, run: Run) => Promise<Answer<true>>
  /** What the centre holds of the person; of a filing's own business where the question names one. */
  held: (psnNo: string, run: Run, one?: Filing) => Promise<Answer<Held[]>>
  /** What to do where the centre holds it and we do not, or not for this store; '' when nothing. */
  advice: (held: Held, shop: StoreRow) => string
  /** Whether what the centre holds binds the person to another institution. */
  elsewhere?: (held: Held, shop: StoreRow) => boolean
}

/** A field of a form as a text; '' when it was left empty. */
export const textOf = (form: Record<string, unknown>, name: string): string => String(form[name] ?? '')
