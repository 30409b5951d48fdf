import { readdirSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build, createLogger } from 'vite'
import { root } from './root.ts'

// Whoever builds, a test runner included: a development build is another console (its dialogs share one id).
process.env.NODE_ENV = 'production'
const started = new Date()
const home = join(root, 'console')
const dist = join(home, 'dist')
const next = join(home, 'node_modules', '.console-next')
const last = join(home, 'node_modules', '.console-last')
// What style sheets that are modules bring along has no source, of which vite warns because of files that they might
// name: ours name none, and whoever starts the product the first time reads it.
const customLogger = createLogger('warn')
const { warnOnce } = customLogger
customLogger.warnOnce = (text, options) => {
  if (!text.includes('did not pass the `from` option')) warnOnce(text, options)
}
await build({
  root: home,
  configFile: join(home, 'vite.config.ts'),
  customLogger,
  build: { outDir: next, emptyOutDir: true },
})
// Packed once, here, and sent so by the server: a third of the bytes. gzip, because a page without https takes no brotli.
const assets = join(next, 'assets')
for (const name of readdirSync(assets).filter((one) => /\.(js|css)$/.test(one)))
  writeFileSync(join(assets, `${name}.gz`), gzipSync(readFileSync(join(assets, name)), { level: 9 }))
// What was changed meanwhile is newer than this build.
utimesSync(join(next, 'index.html'), started, started)
// Whole or not at all: a build that was cut short must not look like a finished one, nor be served half written.
rmSync(last, { recursive: true, force: true })
try {
  renameSync(dist, last)
} catch (error) {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
}
renameSync(next, dist)
rmSync(last, { recursive: true, force: true })
