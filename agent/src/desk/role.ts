import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { runDesk } from './main.ts'

const shipped = join(import.meta.dirname, '../../drivers')

/** The desk role: `desk --connect <pipe>`. Simulated devices exist unless SIMULATE=0; installed drivers win over shipped ones. */
export const main = async (): Promise<void> => {
  const { values } = parseArgs({ args: process.argv.slice(3), options: { connect: { type: 'string' } } })
  const dataDir = resolve(process.env.DATA_DIR ?? 'data')
  await runDesk({
    pipe: values.connect ?? '',
    dataDir,
    driversDirs: [shipped, join(dataDir, 'agent', 'drivers')],
    simulate: process.env.SIMULATE !== '0',
  })
}
