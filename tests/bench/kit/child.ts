import type { Bench } from './row.ts'

// One bench module in a process of its own: `child.ts <module>`; the rows go to the parent, the talk to stdout.

const [, , module = ''] = process.argv
const { run } = (await import(module)) as { run: Bench }
const rows = await run((text) => console.log(`  ${text}`))
process.send?.(rows, () => process.exit(0))
