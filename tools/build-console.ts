import { join } from 'node:path'
import { build } from 'vite'
import { root } from './root.ts'

// Whoever builds, a test runner included: a development build is another console (its dialogs share one id).
process.env.NODE_ENV = 'production'
await build({ root: join(root, 'console'), configFile: join(root, 'console', 'vite.config.ts'), logLevel: 'warn' })
