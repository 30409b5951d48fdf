import { systemPrinters, watchJobs } from '../src/os/winspool.ts'

/** Whether this program went on while Windows looked for its printers: who waits for one that is off still reads cards. */
export const askForPrinters = async () => {
  let wentOn = false
  setImmediate(() => {
    wentOn = true
  })
  const printers = await systemPrinters()
  const watched = await Promise.allSettled(['不在的打印机', ...printers.map(({ name }) => name)].map(watchJobs))
  return { wentOn, printers, watched: watched.map((one) => (one.status === 'fulfilled' ? 'open' : String(one.reason))) }
}
export type Printers = Awaited<ReturnType<typeof askForPrinters>>
