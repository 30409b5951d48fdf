import { jobs } from '../jobs/index.ts'
import type { Job } from '../jobs/job.ts'

/** A job of the server as it is; throws where no job has that name. */
export const jobNamed = (name: string): Job => {
  const found = jobs.find((one) => one.name === name)
  if (!found) throw new Error(`no job ${name}`)
  return found
}
