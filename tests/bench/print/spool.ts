import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { watch } from 'node:fs'

/** Tells when the next file that was not there yet appears in `folder`, into which a printer program writes. */
export const arrivals = (folder: string) => {
  const seen = new Set<string>()
  let waiting: (() => void) | undefined
  watch(folder, { persistent: false }, (_event, name) => {
    if (name === null || !name.endsWith('.pdf') || seen.has(name)) return
    seen.add(name)
    waiting?.()
  })
  return {
    /** To be called before what makes it come. */
    next: (): Promise<void> =>
      new Promise((resolve) => {
        waiting = resolve
      }),
  }
}

/** One file to a printer of CUPS_SERVER, by the print server's own program. */
export const printWithLp = async (printer: string, file: string, title: string): Promise<void> => {
  const child = spawn('lp', ['-d', printer, '-t', title, file], { stdio: 'ignore' })
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) throw new Error(`lp ended with ${code}`)
}
