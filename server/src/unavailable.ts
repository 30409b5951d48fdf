import type { RequestListener } from 'node:http'
import { envelope } from '@yibao/shared/envelope.ts'
import { errors } from '@yibao/shared/errors.ts'

const { status, error } = errors.starting
const notReady = JSON.stringify(
  envelope({ success: false, statusCode: status, resultNotice: { error }, error: { message: error } }),
)

/** While the server starts or is about to end: everybody is asked to come again in a second (DESIGN 4). */
export const unavailable: RequestListener = (_, reply) => {
  reply.writeHead(503, { 'retry-after': '1', 'content-type': 'application/json; charset=utf-8', connection: 'close' })
  reply.end(notReady)
}
