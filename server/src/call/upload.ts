import type { FastifyRequest } from 'fastify'
import type { UploadedFile } from './context.ts'
import { refuse } from './refuse.ts'

const megabyte = 1024 * 1024

/** Greatest sheet that is taken, bytes; the fields beside it are codes and names. */
const limits = { files: 1, fileSize: 20 * megabyte, fields: 20, fieldSize: 10_000 }

/** More than is taken is refused in words. */
const inWords = (fault: { code?: string }): never => {
  if (fault.code === 'FST_REQ_FILE_TOO_LARGE') return refuse('upload.size', { limit: limits.fileSize / megabyte })
  if (fault.code === 'FST_FILES_LIMIT') return refuse('upload.files')
  throw fault
}

const readParts = async (request: FastifyRequest) => {
  const fields: Record<string, unknown> = {}
  let file: UploadedFile | undefined
  for await (const part of request.parts({ limits })) {
    if (part.type === 'file') file = { name: part.filename, bytes: await part.toBuffer() }
    else fields[part.fieldname] = part.value
  }
  return { fields, file }
}

/**
 * The parts of an upload: its text fields, and its one file whole in memory. A request of another type has its body as
 * fields and no file, so that it is refused for the same reasons as any other.
 */
export const readUpload = async (request: FastifyRequest): Promise<{ fields: unknown; file?: UploadedFile }> => {
  if (!request.isMultipart()) return { fields: request.body }
  return readParts(request).catch(inWords)
}
