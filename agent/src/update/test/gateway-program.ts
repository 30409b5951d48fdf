// A gateway as far as an updater sees it, written out as a program of a version; `behaviour` is a file beside it.

/** The program's text for this node; it listens, tells where, and answers hello and probe as the version's file says. */
export const gatewayProgram = (node: string): Buffer =>
  Buffer.from(`#!${node}
const { createServer } = require('node:http')
const { readFileSync, writeFileSync, mkdirSync } = require('node:fs')
const { join } = require('node:path')
const read = (name) => readFileSync(join(__dirname, name), 'utf8')
const { version } = JSON.parse(read('version.json'))
const behaviour = read('behaviour')
if (behaviour === 'dies') process.exit(3)
const folder = join(process.env.DATA_DIR, 'agent')
const hello = { product: 'yibao-agent', version, protocol: { min: 1, max: 1 }, agentId: 'a', pairing: 'enrolled', time: 1 }
const drivers = [{ id: 'demo', state: behaviour === 'driver' ? 'broken' : 'ready' }]
const probe = { version, pairing: 'enrolled', policy: true, desk: 'ready', drivers, print: true }
const server = createServer((request, reply) => {
  const result = request.url === '/v1/hello' ? hello : probe
  reply.setHeader('connection', 'close')
  reply.end(JSON.stringify({ ok: true, result }))
})
server.listen(0, '127.0.0.1', () => {
  mkdirSync(join(folder, 'keys'), { recursive: true })
  writeFileSync(join(folder, 'keys', 'admin-token'), 'x'.repeat(43))
  writeFileSync(join(folder, 'listening.json'), JSON.stringify({ port: server.address().port }))
})
process.on('SIGTERM', () => process.exit(0))
`)
