import type { FastifyRequest } from 'fastify'
import type { UploadedFile } from './context.ts'

/** Greatest sheet that is taken, bytes; the fields beside it are codes and names. */
const limits = { files: 1, fileSize: 20 * 1024 * 1024, fields: 20, fieldSize: 10_000 }

/**
 * The parts of an upload: its text fields, and its one file whole in memory. A request of another type has its body as
 * fields and no file, so that it is refused for the same reasons as any other.
 */
export const readUpload = async (request: FastifyRequest): Promise<{ fields: unknown; file?: UploadedFile }> => {
  if (!request.isMultipart()) return { fields: request.body }
  const fields: Record<string, unknown> = {}
  let file: UploadedFile | undefined
  for await (const part of request.parts({ limits })) {
    if (part.type === 'file') file = { name: part.filename, bytes: await part.toBuffer() }
    else fields[part.fieldname] = part.value
  }
  return { fields, file }
}
