import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { agentErrors, fillText } from '@yibao/shared/agent/errors.ts'
import { AgentError } from '../agent-error.ts'
import { createBreaker } from './breaker.ts'
import { shapesOf } from './codec.ts'
import type { CallResult } from './decode.ts'
import { type Diagnosis, diagnose } from './doctor.ts'
import type { Driver, DriverOptions, DriverState } from './driver.ts'
import { crashWords } from './evidence.ts'
import { type Host, openHost } from './host-process.ts'
import { type Asked, askedOf, FatalCall, type FatalCause, NotReached, read, send } from './one-call.ts'
import { createSpare } from './spare.ts'
import { runSteps } from './task.ts'

/** What a process whose line broke has to end by itself. ms. */
const ownEndMs = 500

/** A process is replaced once it is as old (ms), or holds as much more than after its first turn (bytes): agent.md 4.2. */
const oldMs = 8 * 3600_000
const grownBytes = 150 * 1024 ** 2

const stateOfProblem = (code: string | undefined): DriverState =>
  code === undefined ? 'ready' : code === 'DRIVER_MISSING_FILE' ? 'missing' : 'broken'

/** The library's own text, else the meaning of the code. */
const reasonOf = ({ code, detail }: AgentError) => String(detail.text || fillText(agentErrors[code].message, detail))

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
  const { manifest, dir, dataDir, command, settings = {}, startMs, recycleAfter = 500, onChange, onEvidence } = options
  const now = options.now ?? (() => performance.now())
  const breaker = createBreaker(now)
  const spare = createSpare(() => openHost({ manifest, dir, command, bits: diagnosis.bits, startMs }))
  let diagnosis: Diagnosis = diagnose(manifest, dir)
  let host: Host | undefined
  let calls = 0
  let begunAt = 0
  /** What it held after its first turn: so much the library needs. */
  let needs = 0
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
    calls = 0
  }

  /** A call that ended without an answer: end the host, remember why, count it. */
  const fail = async ({ fn, spec, wire }: Asked, dead: Host, cause: FatalCause) => {
    fragile = true
    spare.prepare()
    // Killed while it dies by itself it would end with our kill's code instead of its own.
    if (cause === 'DRIVER_CRASHED') await Promise.race([dead.exited, sleep(ownEndMs, undefined, { ref: false })])
    dead.kill()
    const exit = await dead.exited
    drop()
    breaker.failed()
    const evidence = { driver: manifest.id, version: manifest.version, fn, cause, args: shapesOf(spec, wire), ...exit }
    lastCrash = crashWords(evidence)
    onEvidence?.(evidence)
    onChange()
    // The customer may have been charged: only a person or the server can find out.
    if (spec.class === 'money') return new AgentError('OUTCOME_UNKNOWN', { cause, fn })
    return new AgentError(cause, cause === 'DRIVER_CRASHED' ? { fn, ...exit } : { fn })
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
    calls += 1
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
    calls = 0
    begunAt = now()
    needs = 0
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
      if (error instanceof AgentError) {
        startProblem = `驱动没有启动：${reasonOf(error)}`
        throw error
      }
      breaker.failed()
      startProblem = '驱动进程没有启动'
      throw new AgentError('DRIVER_CRASHED', { why: 'not started' })
    } finally {
      starting = false
      onChange()
    }
  }

  const state: Driver['state'] = () => {
    const { bits, problem } = diagnosis
    const base = { bits, pid: host?.pid }
    if (problem) return { ...base, state: stateOfProblem(problem.code), problem: problem.text }
    if (breaker.waitMs() > 0) return { ...base, state: 'open', problem: startProblem ?? lastCrash }
    if (starting) return { ...base, state: 'starting' }
    return startProblem ? { ...base, state: 'broken', problem: startProblem } : { ...base, state: 'ready' }
  }

  /** A library that leaks ends here and not at its limit, in the middle of a call that may be money. */
  const isWorn = ({ held }: Host) => {
    needs ||= held()
    return calls >= recycleAfter || now() - begunAt >= oldMs || held() - needs > grownBytes
  }

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
      if (host && isWorn(host)) drop()
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
