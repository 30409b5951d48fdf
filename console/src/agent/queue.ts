import type { JobInfo } from '@yibao/shared/agent/entities.ts'

type State = Pick<JobInfo, 'state'>

/** Whether only a person can say if its slip came out, or is wanted. */
export const isDoubt = ({ state }: State): boolean => state === 'unsure'

/** Whether a job is still to come out of a printer, or waits for a person's word. */
export const isWaiting = (job: State): boolean => job.state === 'queued' || job.state === 'printing' || isDoubt(job)

/** What waits to be printed or answered, oldest first, once the agent has told how one job is. */
export const queueAfter = (jobs: readonly JobInfo[], news: JobInfo): JobInfo[] => {
  if (!isWaiting(news)) return jobs.filter(({ id }) => id !== news.id)
  return jobs.some(({ id }) => id === news.id) ? jobs.map((one) => (one.id === news.id ? news : one)) : [...jobs, news]
}
