import { join } from 'node:path'
import { home } from '../agent/src/home.ts'

// What a bundle gets for `koffi`: its native part stands as a signed file beside the executable and nothing is extracted
// at run time, because a program that writes a library and then loads it looks like malware (agent.md 5.1).

const target = { exports: {} as typeof import('koffi') }
process.dlopen(target, join(home(), 'native', `${process.platform}-${process.arch}`, 'koffi.node'))
export default target.exports
