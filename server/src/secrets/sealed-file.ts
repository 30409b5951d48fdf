import { refuse } from '../base/refuse.ts'
import type { Vault } from './secret.ts'

/** What sealed files begin with: those of before they were sealed lie there as they came. */
const mark = Buffer.from('sealed:')

/** A file that names persons (a slip, a 3202 result), as the database keeps it. */
export const sealFile = (vault: Vault, content: Buffer): Buffer => Buffer.concat([mark, vault.sealBytes(content)])

/** The file as it came. Refuses one that was sealed with a key that is lost; `instead`: what to do then. */
export const openFile = (vault: Vault, kept: Buffer, instead: string): Buffer => {
  if (!kept.subarray(0, mark.length).equals(mark)) return kept
  try {
    return vault.openBytes(kept.subarray(mark.length))
  } catch {
    return refuse('file.key', { instead })
  }
}
