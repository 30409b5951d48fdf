/** Whether a printer was given a job since it was watched. */
export interface JobWatch {
  /** Undefined: the spooler does not say. */
  added: () => Promise<boolean | undefined>
  close: () => void
}

const addJob = 0x100 // PRINTER_CHANGE_ADD_JOB
const signalled = 0 // WAIT_OBJECT_0
const timedOut = 0x102 // WAIT_TIMEOUT

/**
 * Whether a job came, by what WaitForSingleObject answered and by the changes (PRINTER_CHANGE_*) that `next` then has of
 * the spooler. Undefined where either has no answer: that says nothing of the job, and is no "none came".
 */
export const jobAdded = async (
  waited: number,
  next: () => Promise<number | undefined>,
): Promise<boolean | undefined> => {
  if (waited === timedOut) return false
  if (waited !== signalled) return undefined
  const changes = await next()
  return changes === undefined ? undefined : (changes & addJob) !== 0
}

/** What a printer is watched for. */
export const watchedChanges = addJob
