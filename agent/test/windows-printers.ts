import { systemPrinters } from '../src/os/winspool.ts'

/** Whether this program went on while Windows looked for its printers: who waits for one that is off still reads cards. */
export const askForPrinters = async () => {
  let wentOn = false
  setImmediate(() => {
    wentOn = true
  })
  const printers = await systemPrinters()
  return { wentOn, printers }
}
export type Printers = Awaited<ReturnType<typeof askForPrinters>>
