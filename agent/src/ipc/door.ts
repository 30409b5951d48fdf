import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { writeWhole } from '../files/disk.ts'

// How a desk that was started at logon finds the service: a file that only the service writes and the people who are
// logged on read. Pipe and secret are new for every desk.

const schema = z.object({ pipe: z.string(), secret: z.string(), version: z.string(), program: z.string() })

/** `program`: the executable whose desk fits this gateway. */
export type Door = z.infer<typeof schema>

const fileOf = (data: string) => join(data, 'door', 'desk.json')

/** Writes down where the desk's processes find the gateway; readable by its own user alone. */
export const openDoor = (data: string, door: Door): void => {
  mkdirSync(join(data, 'door'), { recursive: true })
  writeWhole(fileOf(data), JSON.stringify(door), 0o600)
}

/** One that cannot be closed, because a reader has it open (Windows), leads to a pipe where nobody listens any more. */
export const closeDoor = (data: string): void => {
  try {
    rmSync(fileOf(data), { force: true })
  } catch {
    // Said above; whoever was let in must not be lost by it.
  }
}

/** Where to knock; undefined while no gateway runs, or while it has a desk. */
export const readDoor = (data: string): Door | undefined => {
  try {
    return schema.parse(JSON.parse(readFileSync(fileOf(data), 'utf8')))
  } catch {
    return undefined
  }
}
