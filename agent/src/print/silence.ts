/** Silent slips after which a printer that never told of any is one that tells of none. */
const enough = 2

/**
 * What the silence of each printer says. A spooler that has told of a job there will tell of each: none came. Of one that
 * never has, a person is asked about so many slips and not about every one: its notifications do not work, and what the
 * engine says is all there is.
 */
export const createSilence = () => {
  const told = new Set<string>()
  const silent = new Map<string, number>()
  return {
    /** Whether nothing is to be heard of this printer: nobody has to wait for it. */
    usual: (printer: string) => !told.has(printer) && (silent.get(printer) ?? 0) >= enough,
    broken: (printer: string) => void told.add(printer),
    kept: (printer: string) => void silent.set(printer, (silent.get(printer) ?? 0) + 1),
  }
}
export type Silence = ReturnType<typeof createSilence>
