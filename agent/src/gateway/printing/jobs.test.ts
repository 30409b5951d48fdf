import { expect, test } from 'vitest'
import type { PrintQueue } from '../../print/queue.ts'
import type { Job, JobStore } from '../../print/store.ts'
import { printJobs } from './jobs.ts'

test.each([
  ['slip', 'receipt', 'roll'],
  ['slip', 'pdf', undefined],
  ['report', 'pdf', 'office'],
  ['report', 'receipt', undefined],
  ['constructor', 'pdf', 'office'],
] as const)(
  'other printers were chosen: a %s that waits as %s goes to one that prints such, %s',
  (documentType, format, to) => {
    let chosen: ((job: Job) => string | undefined) | undefined
    const queue = {
      chosenAnew: (choose: typeof chosen) => {
        chosen = choose
      },
    }
    const slip = { printer: 'roll', paper: 'roll58', mode: 'receipt' } as const
    const jobs = printJobs(queue as unknown as PrintQueue, {} as JobStore)
    jobs.chosenAnew({ default: 'office', byDocumentType: { slip } })
    expect(chosen!({ documentType, format } as Job)).toBe(to)
  },
)
