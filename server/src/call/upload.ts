import type { FastifyRequest } from 'fastify'
import type { UploadedFile } from './context.ts'
import { refuse } from './refuse.ts'

const megabyte = 1024 * 1024

/** Greatest sheet that is taken, bytes; the fields beside it are codes and names. */
const limits = { files: 1, fileSize: 20 * megabyte, fields: 20, fieldSize: 10_000 }

/** The bytes of a part; more than is taken is refused in words. */
const bytesOf = (part: { toBuffer: () => Promise<Buffer> }) =>
  part.toBuffer().catch((fault: { statusCode?: number }) => {
    if (fault.statusCode !== 413) throw fault
    return refuse('upload.size', { limit: limits.fileSize / megabyte })
  })

/**
 * The parts of an upload: its text fields, and its one file whole in memory. A request of another type has its body as
 * fields and no file, so that it is refused for the same reasons as any other.
 */
export const readUpload = async (request: FastifyRequest): Promise<{ fields: unknown; file?: UploadedFile }> => {
  if (!request.isMultipart()) return { fields: request.body }
  const fields: Record<string, unknown> = {}
  let file: UploadedFile | undefined
  for await (const part of request.parts({ limits })) {
    if (part.type === 'file') file = { name: part.filename, bytes: await bytesOf(part) }
    else fields[part.fieldname] = part.value
  }
  return { fields, file }
}
