import { parseArgs } from 'node:util'
import { runHost } from './main.ts'

/** The host role: `host --connect <pipe> --driver <folder>`, one process per driver (`--home`: see home.ts). */
export const main = async (): Promise<void> => {
  const options = { connect: { type: 'string' }, driver: { type: 'string' }, home: { type: 'string' } } as const
  const { values } = parseArgs({ args: process.argv.slice(3), options })
  await runHost({ pipe: values.connect ?? '', driverDir: values.driver ?? '' })
}
