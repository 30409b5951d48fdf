import { setTimeout as pause } from 'node:timers/promises'
import { untilOneDay } from './one-day.ts'

// Stories live in the real day, for the browser has no other, and so do the server's tests that set no clock: over midnight
// the new one wants its sign-in, and what was sold today was sold yesterday. A file that would go on over it begins behind it.

const wait = untilOneDay(new Date())
if (wait) {
  process.stderr.write(`再等 ${Math.ceil(wait / 1000)} 秒过零点再开始：这些测试不能跨日\n`)
  await pause(wait)
}
