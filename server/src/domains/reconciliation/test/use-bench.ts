import { afterAll, afterEach, beforeAll } from 'vitest'
import { type Centre, startCentre } from '../../settlement/test/counter.ts'
import { type Bench, openBench } from './bench.ts'

/** One centre and one server over it for a test file; no fault outlives its test. */
export const useBench = (): Bench & { centre: Centre } => {
  let centre: Centre
  let bench: Bench
  beforeAll(async () => {
    centre = await startCentre()
    bench = await openBench(centre)
  })
  afterEach(() => centre.clearFaults())
  afterAll(async () => {
    await bench.close()
    await centre.close()
  })
  return {
    get centre() {
      return centre
    },
    get counter() {
      return bench.counter
    },
    get clock() {
      return bench.clock
    },
    day: (...which) => bench.day(...which),
    close: () => bench.close(),
  }
}
