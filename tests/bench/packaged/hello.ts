import Fastify from 'fastify'

// The least an executable can be: one route and nothing behind it.

const app = Fastify()
app.get('/v1/hello', async () => ({ ok: true }))
app.listen({ host: '127.0.0.1', port: 0 }).then((address) => process.stdout.write(`本机助手: ${address}\n`))
