import multipart from '@fastify/multipart'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { adminRoutes } from './admin.ts'
import type { Values } from './message/check.ts'
import { parseMessage } from './message/parse.ts'
import { type Reply, type Running, serve } from './serve.ts'

const BODY_BYTES = 64 * 1024 * 1024

/** The multipart form of 9101: text part `jsonStr`, binary part `file` (notes 4); the file becomes `fsUploadIn.in`. */
const readParts = async (request: FastifyRequest): Promise<Values | undefined> => {
  let message: Values | undefined
  let bytes: Buffer | undefined
  for await (const part of request.parts()) {
    if (part.type === 'file') bytes = await part.toBuffer()
    else if (part.fieldname === 'jsonStr') message = parseMessage(String(part.value))
  }
  const input = message?.input as Record<string, Values> | undefined
  return message && { ...message, input: { ...input, fsUploadIn: { ...input?.fsUploadIn, in: bytes } } }
}

const write = (request: FastifyRequest, reply: FastifyReply, answer: Reply): FastifyReply => {
  if (answer === 'drop') {
    reply.hijack()
    request.raw.socket.destroy()
    return reply
  }
  if ('bytes' in answer)
    return reply
      .type('application/octet-stream')
      .header('content-disposition', `attachment; filename="${encodeURIComponent(answer.filename)}"`)
      .send(answer.bytes)
  return reply.code(answer.status).type(answer.type).send(answer.body)
}

/** The HTTP face of the centre. `running` gives undefined while the store is being opened. */
export const buildServer = async (running: () => Running | undefined): Promise<FastifyInstance> => {
  const server = Fastify({ bodyLimit: BODY_BYTES, forceCloseConnections: true })
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
  await server.register(multipart, { limits: { fieldSize: BODY_BYTES, fileSize: BODY_BYTES } })

  server.addHook('onRequest', async (_request, reply) => {
    if (!running()) return reply.code(503).header('retry-after', '1').send({ status: 'starting' })
  })
  server.get('/health', () => ({ status: 'ready' }))

  const callService = async (request: FastifyRequest<{ Params: { infno?: string } }>, reply: FastifyReply) => {
    const message = request.isMultipart() ? await readParts(request) : parseMessage(String(request.body ?? ''))
    return write(request, reply, await serve(running()!, request.headers, message, request.params.infno ?? ''))
  }
  const path = '/fsi/api/rsfComIfsService/callService'
  server.post(path, callService)
  server.post(`${path}/:infno`, callService)
  adminRoutes(server, () => running()!)
  return server
}
