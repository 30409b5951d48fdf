import type { Schema } from '@yibao/shared/field.ts'
import type { Context } from '../call/context.ts'

export type ImportRow = Record<string, unknown>

/** Whoever brings a sheet in, where and when. */
export type Importer = Pick<Context, 'db' | 'me' | 'now'>

/** One kind of sheet that can be brought in; the page's dialog names it by `importType` (SPEC 2). */
export interface ImportType {
  title: string
  /** The pages that bring it in. */
  menus: readonly string[]
  button: 'import' | 'add'
  /** Fields of an entity: they are the columns, the checks and their texts. */
  fields: Record<string, Schema>
  /** The template's example row, as a person would type it. */
  sample: Record<string, string>
  /** What two rows of one sheet may not share, in words and as a key. */
  unique: { title: string; keyOf: (row: ImportRow) => string }
  /**
   * What else is wrong with rows whose fields are right, by their places: asked for the whole sheet when it is uploaded,
   * and again for each batch before it comes in.
   */
  check?: (
    c: Importer,
    areaCode: string,
    rows: readonly ImportRow[],
  ) => Promise<({ key: string; reason: string } | undefined)[]>
  /** What rows of a batch need that takes long and asks nothing of the database: made before their transaction begins. */
  prepare?: (rows: readonly ImportRow[]) => Promise<ImportRow[]>
  /** Of what `apply` answers: the columns of the sheet that whoever brings it in gets once (`onceOf`). */
  once?: Record<string, Schema>
  /**
   * Brings in one checked row; runs inside a transaction with its neighbours, and again after a break. With `once` it
   * answers a row of that.
   */
  apply: (c: Importer, areaCode: string, row: ImportRow) => Promise<unknown>
  /**
   * The same for a batch of rows, where it asks once what `apply` would ask for each of them. Answers what somebody has to
   * do about it himself, for people, a sentence each: batch after batch the same one is said once.
   */
  applyAll?: (c: Importer, areaCode: string, rows: readonly ImportRow[]) => Promise<string[]>
  /** Rows of this kind are in: after each batch, for a break may be the end. */
  told?: (c: Context, areaCode: string) => void
}
