import { spawn } from 'node:child_process'

/** Work that is nobody's: a process starts, reads, sorts and writes rows. One for each core, as the product has them. */
const work = `
const text = JSON.stringify(Array.from({ length: 20000 }, (_, n) => ({ id: n, name: '药品' + n, price: (n * 7919) % 1000 })))
let sum = 0
for (let round = 0; round < 6; round++) {
  const rows = JSON.parse(text).sort((a, b) => a.price - b.price)
  for (const row of rows) sum += row.name.replace(/[0-9]/g, '').length + JSON.stringify(row).length
}
if (!sum) process.exit(1)`

/** ms it takes on the machine whose times the limits are: a quiet one of two cores. */
const usual = 230

const rounds = 5

const once = () =>
  new Promise<void>((resolve, reject) => {
    const child = spawn(process.execPath, ['-e', work], { stdio: 'ignore' })
    child.once('error', reject)
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`ended with ${code}`))))
  })

/**
 * How many times slower this machine is at the moment than the one the limits are set for; 1 for one that is as fast or
 * faster. A limit in ms is a promise about that machine, and is multiplied by it.
 */
export const paceOf = async (): Promise<number> => {
  const times: number[] = []
  for (let n = 0; n < rounds; n++) {
    const begin = performance.now()
    await Promise.all([once(), once()])
    times.push(performance.now() - begin)
  }
  const middle = times.sort((a, b) => a - b)[(rounds - 1) / 2] ?? usual
  return Math.max(1, middle / usual)
}
