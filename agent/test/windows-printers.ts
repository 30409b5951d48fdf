import { defaultPrinter, systemPrinters, watchJobs } from '../src/os/winspool.ts'

/** Whether Windows lets a printer be watched, and what it then tells of a job that nobody sent; or why it is not opened. */
const watchOf = async (name: string): Promise<string> => {
  try {
    const watch = await watchJobs(name)
    if (!watch) return 'not watched'
    const added = await watch.added()
    watch.close()
    return `watched, ${added ? 'a job came' : 'no job came'}`
  } catch (fault) {
    return String(fault)
  }
}

/** Whether this program went on while Windows looked for its printers: who waits for one that is off still reads cards. */
export const askForPrinters = async () => {
  let wentOn = false
  setImmediate(() => {
    wentOn = true
  })
  const printers = await systemPrinters()
  const watched = await Promise.all(['不在的打印机', ...printers.map(({ name }) => name)].map(watchOf))
  return { wentOn, printers, watched, standard: await defaultPrinter() }
}
export type Printers = Awaited<ReturnType<typeof askForPrinters>>
