import type { Bench } from './row.ts'

// One bench module in a process of its own: `child.ts <module>`; the rows go to the parent, the talk to stdout.

// Whatever a bench waits for may hold no handle of its own.
const alive = setInterval(() => {}, 60_000)
// Whoever asked for the figures was killed: nobody reads them.
process.once('disconnect', () => process.exit(1))
const [, , module = ''] = process.argv
const { run } = (await import(module)) as { run: Bench }
const rows = await run((text) => console.log(`  ${text}`))
clearInterval(alive)
process.send?.(rows, () => process.exit(0))
