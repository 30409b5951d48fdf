import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal, refuse } from '../base/refuse.ts'
import type { UploadedFile } from './context.ts'
import type { SessionUser } from './session-user.ts'

const megabyte = 1024 * 1024

/** Greatest sheet that is taken, bytes; the fields beside it are codes and names. */
const limits = { files: 1, fileSize: 20 * megabyte, fields: 20, fieldSize: 10_000 }

/** ms that one may take: a console waits for its answer a little longer (SPEC 9). */
const longest = 280_000

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
export const readUpload = async (
  request: FastifyRequest,
  reply: Pick<FastifyReply, 'raw'>,
  patience = longest,
): Promise<{ fields: unknown; file?: UploadedFile }> => {
  if (!request.isMultipart()) return { fields: request.body }
  let timer: NodeJS.Timeout | undefined
  // A line that has fallen silent must not hold its place among the uploads.
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      // What else it would send is read by nobody, once it has been told so.
      reply.raw.once('finish', () => request.raw.destroy())
      reject(new Refusal('upload.slow', { minutes: Math.round(patience / 60_000) }))
    }, patience)
  })
  return Promise.race([readParts(request), late])
    .catch(inWords)
    .finally(() => clearTimeout(timer))
}

/** A handler of an upload before which `first` refuses who may bring in nothing at all: his bytes are not read. */
export const asksFirst = <H extends (...given: never[]) => unknown>(first: (me: SessionUser) => void, handler: H): H =>
  Object.assign(handler, { first })
