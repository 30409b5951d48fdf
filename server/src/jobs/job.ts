import { calledBy } from '../base/caller.ts'
import type { Deps } from '../call/context.ts'
import { every } from '../process/every.ts'
import { reportFault } from '../process/fault.ts'

/** Work that goes on behind the requests as long as the process lives. */
export interface Job {
  name: string
  /** Starts it; the answer stops it and waits for what is under way. */
  start: (deps: Deps) => () => Promise<void>
}

type Work = () => Promise<unknown>

/** What a job does again and again. */
interface Round {
  /** ms before each round; the next one begins when it is over */
  every: number
  /** or its parts, one behind the other: one that cannot be done holds up none of those behind it */
  work: Work | readonly Work[]
  /** also while the node leaves: what it still serves or counts depends on it */
  leaving?: true
  /** once more at the end: what the last seconds had counts too */
  last?: true
}

/** A job as it runs in one process. */
interface Course {
  rounds: readonly Round[]
  /** What is done once at the start, which does not wait for it, and what at the end. */
  begin?: () => Promise<void>
  end?: () => Promise<void>
}

/** A fault of one piece of a round, behind which the other pieces go on. */
export type Report = (fault: unknown) => void

/**
 * A job from what it does: its rounds go by its name wherever somebody asks who is at work, a fault is reported and the
 * next round comes all the same, and a node that leaves begins none but those that it still needs.
 */
export const job = (name: string, courseOf: (deps: Deps, report: Report) => Course | Round): Job => ({
  name,
  start: (deps) => {
    const { figures, node } = deps.services
    const report: Report = (fault) => reportFault(name, fault)
    const named = (work: Work) => () => calledBy(`job.${name}`, work)
    const once = (work: Work | undefined) => work && named(work)().catch(report)
    const whole = (work: Round['work']) => async () => {
      let done = true
      for (const part of typeof work === 'function' ? [work] : work)
        await part().catch((fault: unknown) => {
          done = false
          report(fault)
        })
      if (done) figures?.round(name)
    }
    const course = courseOf(deps, report)
    const { rounds, begin, end }: Course = 'rounds' in course ? course : { rounds: [course] }
    const begun = once(begin)
    const stops = rounds.map(({ every: ms, work, leaving }) => {
      const round = leaving ? named(whole(work)) : node.round(name, whole(work))
      return every(ms, async () => void (await round()), report)
    })
    return async () => {
      await begun
      for (const stop of stops) await stop()
      for (const { work, last } of rounds) if (last) await once(whole(work))
      await once(end)
    }
  },
})
