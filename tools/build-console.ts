import { join } from 'node:path'
import { build } from 'vite'
import { root } from './root.ts'

await build({ root: join(root, 'console'), configFile: join(root, 'console', 'vite.config.ts'), logLevel: 'warn' })
