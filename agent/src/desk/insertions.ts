import { unwatchFile, watchFile } from 'node:fs'
import { join } from 'node:path'
import { readSwitches, type Switches } from '../simulator/switches.ts'

const mediums = ['socialCard', 'idCard', 'eVoucher'] as const
const lookMs = 300

/**
 * Tells when a card is put into or taken out of a simulated reader, that is when DATA_DIR/simulator.json changes.
 * Real readers have no such call in the surveyed interfaces (domain.md 6.1): they only answer a read.
 * Returns how to stop.
 */
export const watchInsertions = (dataDir: string, emit: (event: string, data: unknown) => void) => {
  const path = join(dataDir, 'simulator.json')
  const read = (): Switches | undefined => {
    try {
      return readSwitches(dataDir)
    } catch {
      return undefined // half written: the next look sees the whole
    }
  }
  let before = read()
  const look = () => {
    const now = read()
    if (!now) return
    for (const medium of mediums) {
      if (before?.[medium] === now[medium]) continue
      emit(now[medium] === 'none' ? 'card.removed' : 'card.inserted', { medium, simulated: true })
    }
    before = now
  }
  watchFile(path, { interval: lookMs, persistent: false }, look)
  return () => unwatchFile(path, look)
}
