import { afterEach } from 'vitest'
import { opened } from '../../../../../tools/opened.ts'
import { type Centre, startCentre } from '../../settlement/test/centre.ts'
import { type Bench, openBench } from './bench.ts'

/** One centre and one server over it for a test file; no fault outlives its test. `start`: of one that is killed. */
export const useBench = <C extends Centre = Centre>(
  start: () => Promise<C> = startCentre as () => Promise<C>,
): Bench & { centre: C } => {
  const centre = opened(start)
  const bench = opened(() => openBench(centre))
  afterEach(() => centre.clearFaults())
  return Object.assign(bench, { centre })
}
