import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createJobStore } from '../src/print/store.ts'

/** What a print queue whose database a virus scanner has spoilt puts aside in a folder, and whether it takes a slip. */
export const openDamaged = (folder: string) => {
  const place = join(folder, 'damaged')
  mkdirSync(place)
  writeFileSync(join(place, 'jobs.sqlite'), 'what a virus scanner left of it, long enough to be read')
  const store = createJobStore(join(place, 'jobs.sqlite'))
  const { fresh } = store.add({ id: 'slip-1', bytes: Buffer.from('%PDF-1.4'), copies: 1, paper: 'roll80' })
  store.close()
  return { aside: readdirSync(place).filter((name) => name.includes('damaged')), taken: fresh }
}
export type Damaged = ReturnType<typeof openDamaged>
