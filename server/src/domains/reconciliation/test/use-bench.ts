import { afterEach } from 'vitest'
import { opened } from '../../../../../tools/opened.ts'
import { type Centre, startCentre } from '../../settlement/test/counter.ts'
import { type Bench, openBench } from './bench.ts'

/** One centre and one server over it for a test file; no fault outlives its test. */
export const useBench = (): Bench & { centre: Centre } => {
  const centre = opened(startCentre)
  const bench = opened(() => openBench(centre))
  afterEach(() => centre.clearFaults())
  return Object.assign(bench, { centre })
}
