import { createServer } from 'node:http'
import { openPool, place, wantedPage } from './beside.ts'
import { pageOf } from './page.ts'

// The page on node:http and pg alone.

const pool = openPool()
const server = createServer(async (request, reply) => {
  const url = new URL(request.url ?? '/', 'http://127.0.0.1')
  const body = Buffer.from(JSON.stringify(await pageOf(pool, place(url.searchParams.get('who')), wantedPage(url))))
  reply.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length })
  reply.end(body)
})
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as { port: number }).port }))
