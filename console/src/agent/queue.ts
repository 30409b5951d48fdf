import type { JobInfo } from '@yibao/shared/agent/entities.ts'

/** Whether a job is still to come out of a printer. */
export const isWaiting = ({ state }: Pick<JobInfo, 'state'>): boolean => state === 'queued' || state === 'printing'

/** What waits to be printed, oldest first, once the agent has told how one job is. */
export const queueAfter = (jobs: readonly JobInfo[], news: JobInfo): JobInfo[] => {
  if (!isWaiting(news)) return jobs.filter(({ id }) => id !== news.id)
  return jobs.some(({ id }) => id === news.id) ? jobs.map((one) => (one.id === news.id ? news : one)) : [...jobs, news]
}
