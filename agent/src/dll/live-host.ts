import { performance } from 'node:perf_hooks'
import { AgentError } from '../agent-error.ts'
import { createBreaker } from './breaker.ts'
import type { CallResult } from './decode.ts'
import { type Diagnosis, diagnose } from './doctor.ts'
import type { Driver, DriverOptions } from './driver.ts'
import { startWords, stateOf } from './driver-state.ts'
import { endHost, errorOfEnd } from './end-host.ts'
import { crashWords } from './evidence.ts'
import { type Host, openHost } from './host-process.ts'
import { type Asked, askedOf, FatalCall, type FatalCause, NotReached, read, send } from './one-call.ts'
import { createSpare } from './spare.ts'
import { runSteps } from './task.ts'
import { createWear } from './wear.ts'

/** The loader names no file: what it needs of the system is said with its refusal. */
const withNote = (error: unknown, { note }: Diagnosis) =>
  note && error instanceof AgentError && error.code === 'DRIVER_MISSING_FILE'
    ? new AgentError(error.code, { ...error.detail, text: `${error.detail.text}。${note}` })
    : error

type Options = Omit<DriverOptions, 'onChange'> & { startMs: number; onChange: () => void; prepare: () => void }

/**
 * The one host process of a driver: started when it is asked for, ended by a call that failed it, and what is known of
 * both. Times it is given are moments of performance.now().
 */
export const createLiveHost = (options: Options) => {
  const { manifest, dir, dataDir, command, settings = {}, startMs, recycleAfter, onChange, onEvidence } = options
  const now = options.now ?? (() => performance.now())
  const breaker = createBreaker(now)
  const wear = createWear(now, recycleAfter)
  const spare = createSpare(() => openHost({ manifest, dir, command, bits: diagnosis.bits, startMs }))
  let diagnosis: Diagnosis = diagnose(manifest, dir)
  let host: Host | undefined
  let starting = false
  let retired = false
  let closed = false
  /** It has cost a host already: from then on one stands ready. A driver that never did needs no second process. */
  let fragile = false
  /** Why the last host ended, and why the last start did not work. */
  let lastCrash: string | undefined
  let startProblem: string | undefined

  const drop = () => {
    host?.kill()
    host = undefined
  }

  /** A call that ended without an answer: end the host, remember why, count it. */
  const fail = async (asked: Asked, dead: Host, cause: FatalCause) => {
    fragile = true
    spare.prepare()
    const evidence = await endHost(manifest, asked, dead, cause)
    drop()
    breaker.failed()
    lastCrash = crashWords(evidence)
    onEvidence?.(evidence)
    onChange()
    return errorOfEnd(asked, evidence)
  }

  /** Throws AgentError; NotReached where nothing was done. */
  const call = async (
    to: Host,
    fn: string,
    args: Record<string, unknown>,
    until: number,
    simulate?: unknown,
  ): Promise<CallResult> => {
    const asked = askedOf(manifest, fn, args, until)
    wear.called()
    const result = await send(to, asked, simulate).catch(async (error: unknown) => {
      if (error instanceof NotReached && host === to) drop()
      throw error instanceof FatalCall ? await fail(asked, to, error.cause) : error
    })
    breaker.worked()
    return read(manifest, asked, result)
  }

  /** A desk that has ended leaves no process behind, one that was just being started included. */
  const unlessClosed = (begun?: { kill: () => void }) => {
    if (!closed) return
    begun?.kill()
    throw new AgentError('DRIVER_BUSY', { why: 'closed' })
  }

  const load = async (): Promise<Host> => {
    const bare = await spare.take()
    unlessClosed(bare)
    const fresh = await bare.load({ file: diagnosis.file, dataDir }).catch((error: unknown) => {
      throw withNote(error, diagnosis)
    })
    unlessClosed(fresh)
    host = fresh
    wear.begin()
    // A host that dies between calls is simply replaced by the next call.
    void fresh.exited.then(() => {
      if (host === fresh) drop()
    })
    return fresh
  }

  const start = async (until: number): Promise<Host> => {
    unlessClosed()
    if (retired) throw new AgentError('DRIVER_BUSY', { why: 'replaced' })
    options.prepare()
    diagnosis = diagnose(manifest, dir)
    if (diagnosis.problem) {
      onChange()
      throw new AgentError(diagnosis.problem.code, { text: diagnosis.problem.text })
    }
    starting = true
    onChange()
    try {
      const fresh = await load()
      await runSteps(manifest.init, { settings }, (fn, args) => call(fresh, fn, args, until))
      startProblem = undefined
      return fresh
    } catch (error) {
      drop()
      startProblem = startWords(error)
      if (error instanceof AgentError) throw error
      breaker.failed()
      throw new AgentError('DRIVER_CRASHED', { why: 'not started' })
    } finally {
      starting = false
      onChange()
    }
  }

  const state: Driver['state'] = () =>
    stateOf({ diagnosis, pid: host?.pid, waitMs: breaker.waitMs(), starting, startProblem, lastCrash })

  return {
    /** The process that runs, if one does. */
    running: () => host,
    call,
    start,
    state,
    installed: () => diagnosis.problem?.code !== 'DRIVER_MISSING_FILE',
    /** Ms until a call may be tried again, 0 = now. */
    waitMs: breaker.waitMs,
    /** Between two turns: a process that is worn is replaced, one that fell gets another to stand ready. */
    rest: () => {
      if (host && wear.isOver(host.held())) drop()
      if (fragile) spare.prepare()
    },
    /** As if it had never run. */
    renew: (until: number) => {
      drop()
      fragile = false
      spare.drop()
      return start(until)
    },
    /** No process is started any more: another driver takes its place. */
    retire: () => {
      retired = true
      drop()
      spare.close()
    },
    close: () => {
      closed = true
      drop()
      spare.close()
    },
  }
}
