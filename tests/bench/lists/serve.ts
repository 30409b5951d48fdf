import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join, normalize } from 'node:path'
import { build } from 'vite'
import { root } from '../../../tools/root.ts'

const types: Record<string, string> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.html': 'text/html',
  '.json': 'application/json',
}
const noNames = JSON.stringify({ success: true, statusCode: 200, result: [] })

/** The page of lists, built with the console's own configuration, on a free port. */
export const serveLists = async () => {
  process.env.NODE_ENV = 'production'
  const dist = mkdtempSync(join(tmpdir(), 'yibao-bench-lists-'))
  await build({
    root: import.meta.dirname,
    publicDir: false,
    configFile: join(root, 'console', 'vite.config.ts'),
    logLevel: 'error',
    build: { outDir: dist, emptyOutDir: true },
  })
  const server = createServer((request, reply) => {
    const path = normalize(new URL(request.url ?? '/', 'http://x').pathname)
    // Names of codes are asked for once; an answer that failed would be asked for again with every row.
    if (path.startsWith('/prod-api/')) return reply.writeHead(200, { 'content-type': types['.json'] }).end(noNames)
    try {
      const body = readFileSync(join(dist, path === '/' ? 'index.html' : path))
      reply.writeHead(200, { 'content-type': types[extname(path) || '.html'] ?? 'application/octet-stream' }).end(body)
    } catch {
      reply.writeHead(404).end()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const stop = () => {
    server.close()
    rmSync(dist, { recursive: true, force: true })
  }
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, stop }
}
