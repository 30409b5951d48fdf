import type { InputOf, ResultOf } from '@yibao/shared/call.ts'
import type { rx as calls } from '@yibao/shared/calls/prescription.ts'
import { refuse } from '../../base/refuse.ts'
import { type Context, FileAnswer } from '../../call/context.ts'
import { imageAt, keepImage } from './former.ts'
import { moveRx, notOthers } from './moving.ts'
import { rxOf } from './rows.ts'
import { open } from './save.ts'
import { shownRx } from './shown.ts'
import { prescriptionImage } from './tables.ts'

/** Bytes: a paper photographed by a telephone, not a collection of them. */
const largest = 6 * 1024 * 1024

const starts = (bytes: Uint8Array, ...head: number[]) => head.every((one, i) => bytes[i] === one)
const ascii = (bytes: Uint8Array, from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to))

/** Name ending of an image by its first bytes; undefined for what is none that every browser shows. */
export const imageKind = (bytes: Uint8Array): 'jpg' | 'png' | 'webp' | undefined => {
  if (starts(bytes, 0xff, 0xd8, 0xff)) return 'jpg'
  if (starts(bytes, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'png'
  return ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 12) === 'WEBP' ? 'webp' : undefined
}

/** Rx/Image: the photograph of the paper, another one in place of the last. Sealed: it shows a name and an illness. */
export const saveImage = async ({ id }: { id: string }, c: Context): Promise<ResultOf<typeof calls.get>> => {
  const { one, taken } = await rxOf(c, id)
  const { bytes } = c.file
  if (bytes.length > largest) refuse('rx.image', { text: '超过 6 MB' })
  if (!imageKind(bytes)) refuse('rx.image', { text: '不是图片' })
  if (!notOthers({ one, taken }, c.me.userId)) refuse('rx.taken', { name: one.takenName })
  const content = c.services.vault.seal(Buffer.from(bytes).toString('base64'))
  const revision = one.revision + 1
  const values = { prescriptionId: id, content, revision, at: c.now }
  const set = { hasImage: true, revision, editors: [...new Set([...one.editors, c.me.userId])] }
  // Together, and the row first: whoever may not change it changes its picture neither, and of two the later one is there.
  const also = async (tx: Context['db']) => {
    await keepImage(tx, one)
    const where = { target: prescriptionImage.prescriptionId, set: values }
    await tx.insert(prescriptionImage).values(values).onConflictDoUpdate(where)
  }
  await moveRx(c, one, { from: open, set, move: '上传照片', by: c.me.name, also })
  return shownRx(c, id)
}

/** Rx/Picture: its bytes, those of now or of when a pharmacist read it. */
export const pictureOf = async ({ id, revision }: InputOf<typeof calls.picture>, c: Context): Promise<FileAnswer> => {
  const { one } = await rxOf(c, id)
  const content = await imageAt(c.db, id, revision ?? one.revision)
  if (content === undefined) return refuse('rx.noImage')
  const bytes = Buffer.from(c.services.vault.open(content), 'base64')
  return new FileAnswer(bytes, `prescription.${imageKind(bytes)}`)
}
