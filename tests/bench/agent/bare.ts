import Fastify from 'fastify'

// What every agent of this kind pays at least: a fastify that answers a POST, and a forked process that answers a message.

const app = Fastify()
app.post('/', async ({ body }) => ({ ok: true, result: body }))
await app.listen({ host: '127.0.0.1', port: 0 })
process.on('message', (message) => process.send?.(message))
process.send?.({ port: (app.server.address() as { port: number }).port })
