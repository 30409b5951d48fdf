import { useState } from 'react'
import { defaultSettings, readTable, type TableSettings, writeTable } from './settings.ts'

/** A table's settings for this person: this browser's first, else the defaults. */
export const useTable = (tableId: string) => {
  const [own, setOwn] = useState(() => readTable(tableId))
  const save = (next: TableSettings | undefined) => {
    setOwn(next)
    writeTable(tableId, next)
  }
  return { settings: own ?? defaultSettings, changed: own !== undefined, save }
}
