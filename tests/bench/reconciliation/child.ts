import { contestants } from './contestants.ts'

// One contestant in a process of its own, so that its memory is its own: `child.ts <name> <local> <centre>`.

const [, , name = '', local = '', centre = ''] = process.argv
const begin = performance.now()
const counts = await contestants[name]!(local, centre)
const ms = performance.now() - begin
// maxRSS is in KiB.
process.stdout.write(JSON.stringify({ ms, memory: process.resourceUsage().maxRSS / 1024, counts }))
process.exit(0)
