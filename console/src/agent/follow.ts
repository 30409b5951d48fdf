/** Looks after which a job waits for something that nobody is about to bring: half an hour. */
const forLong = 365

/** ms between two looks at a print job: soon at first, then seldom, for a session may ask 60 times a minute (agent 3.2). */
const pauseAfter = (looks: number): number => (looks < 5 ? 1000 : looks < forLong ? 5000 : 60_000)

interface Follow<J> {
  ask: (id: string) => Promise<J>
  /** Whether this is what was waited for. */
  until: (job: J) => boolean
  /** ms after which the last known state is the answer. */
  limitMs: number
  /** Called with what is known before each pause. */
  onWait?: (job: J) => void
}

/** Looks at a print job until it is as wanted. An agent that is away for a moment is asked again: its queue survives. */
export const followJob = async <J extends { id: string }>(
  first: J,
  { ask, until, limitMs, onWait }: Follow<J>,
): Promise<J> => {
  let job = first
  let left = limitMs
  for (let looks = 0; !until(job) && left > 0; looks++) {
    const pause = pauseAfter(looks)
    left -= pause
    onWait?.(job)
    await new Promise((resolve) => setTimeout(resolve, pause))
    job = await ask(job.id).catch(() => job)
  }
  return job
}
