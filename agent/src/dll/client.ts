import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FunctionSpec } from '@yibao/shared/agent/driver/function.ts'
import { functionOf } from '@yibao/shared/agent/driver/function-of.ts'
import type { Manifest } from '@yibao/shared/agent/driver/manifest.ts'
import { agentErrors, fillText } from '@yibao/shared/agent/errors.ts'
import { limits } from '@yibao/shared/agent/protocol.ts'
import { AgentError } from '../agent-error.ts'
import { DeadlineError, PeerGone } from '../pipe.ts'
import { createBreaker } from './breaker.ts'
import { encodeArgs, shapesOf } from './codec.ts'
import { interpret } from './decode.ts'
import { type Diagnosis, diagnose } from './doctor.ts'
import type { Call, Driver, DriverOptions, DriverState } from './driver.ts'
import { crashWords } from './evidence.ts'
import { type Host, openHost } from './host-process.ts'
import { createQueue } from './queue.ts'
import { createSpare } from './spare.ts'
import { runSteps } from './task.ts'
import type { WireArgs } from './wire.ts'
import { workFolder } from './work-folder.ts'

/** What a process whose line broke has to end by itself. ms. */
const ownEndMs = 500

/** No turn lasts longer. ms. */
const longestMs = 300_000

/** The process had ended before the call could reach it: nothing was done. */
class NotReached extends AgentError {
  constructor(fn: string) {
    super('DRIVER_CRASHED', { fn, why: 'not sent' })
  }
}

const stateOfProblem = (code: string | undefined): DriverState =>
  code === undefined ? 'ready' : code === 'DRIVER_MISSING_FILE' ? 'missing' : 'broken'

/** The library's own text, else the meaning of the code. */
const reasonOf = ({ code, detail }: AgentError) => String(detail.text || fillText(agentErrors[code].message, detail))

/** Without a place to write the driver runs where it is and says itself what it misses. */
const placeOf = (manifest: Manifest, dir: string) => {
  try {
    return workFolder(manifest, dir)
  } catch {
    return dir
  }
}

/** A driver by its manifest; no process runs before its first call. */
export const createDriver = (options: DriverOptions): Driver => {
  const {
    manifest,
    dataDir,
    command,
    now = () => performance.now(),
    settings = {},
    startMs = 15_000,
    recycleAfter = 500,
  } = options
  // A driver that writes beside itself may need a folder of its own.
  const dir = placeOf(manifest, options.dir)
  const breaker = createBreaker(now)
  const queue = createQueue()
  let diagnosis: Diagnosis = diagnose(manifest, dir)
  let host: Host | undefined
  let calls = 0
  let starting = false
  let retired = false
  let closed = false
  const spare = createSpare(() => openHost({ manifest, dir, command, bits: diagnosis.bits, startMs }))
  /** It has cost a host already: from then on one stands ready. A driver that never did needs no second process. */
  let fragile = false
  /** Why the last host ended, and why the last start did not work. */
  let lastCrash: string | undefined
  let startProblem: string | undefined

  const changed = () => options.onChange?.(driver)
  const drop = () => {
    host?.kill()
    host = undefined
    calls = 0
  }

  /** A call that ended without an answer: end the host, remember why, count it. */
  const fail = async (fn: string, spec: FunctionSpec, wire: WireArgs, dead: Host, cause: AgentError['code']) => {
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
    options.onEvidence?.(evidence)
    changed()
    // The customer may have been charged: only a person or the server can find out.
    if (spec.class === 'money') return new AgentError('OUTCOME_UNKNOWN', { cause, fn })
    return new AgentError(cause, cause === 'DRIVER_CRASHED' ? { fn, ...exit } : { fn })
  }

  const send = async (
    to: Host,
    fn: string,
    spec: FunctionSpec,
    wire: WireArgs,
    limitMs: number,
    simulate?: unknown,
  ) => {
    try {
      const result = await to.call(fn, wire, limitMs, simulate)
      if (!result.overrun.length) return result
    } catch (error) {
      if (error instanceof PeerGone && !error.sent) {
        if (host === to) drop()
        throw new NotReached(fn)
      }
      if (error instanceof PeerGone) throw await fail(fn, spec, wire, to, 'DRIVER_CRASHED')
      if (error instanceof DeadlineError) throw await fail(fn, spec, wire, to, 'DRIVER_TIMEOUT')
      // The host's own fault or an answer too large: only for money does it matter whether the call was made.
      if (error instanceof AgentError && error.code === 'INTERNAL')
        throw new AgentError(spec.class === 'money' ? 'OUTCOME_UNKNOWN' : 'DRIVER_GARBLED', error.detail)
      throw error
    }
    // Its memory is damaged: even a good-looking answer is not believed, and the process ends.
    throw await fail(fn, spec, wire, to, 'DRIVER_OVERRUN')
  }

  const callOn = async (to: Host, fn: string, args: Record<string, unknown>, until: number, simulate?: unknown) => {
    const spec = functionOf(manifest, fn)
    if (!spec) throw new AgentError('ARGS_INVALID', { fn })
    const wire = encodeArgs(spec, args, manifest.encoding)
    const wholeMs = Math.min(spec.timeoutMs, limits.callMs)
    const leftMs = Math.floor(until - performance.now())
    // Money that is cut short is money in doubt: it begins with all of its time or not at all.
    if (leftMs <= 0 || (spec.class === 'money' && leftMs < wholeMs))
      throw new AgentError('DRIVER_BUSY', { fn, why: 'no time left' })
    calls += 1
    const result = await send(to, fn, spec, wire, Math.min(wholeMs, leftMs), simulate)
    breaker.worked()
    try {
      return interpret(manifest, spec, result)
    } catch (error) {
      const code = error instanceof AgentError ? error.code : undefined
      // "Success" that nobody can read: for money that is no refusal.
      if (spec.class === 'money' && (code === 'DRIVER_GARBLED' || code === 'DRIVER_EMPTY'))
        throw new AgentError('OUTCOME_UNKNOWN', { cause: code, fn })
      throw error
    }
  }

  /** A desk that has ended leaves no process behind, one that was just being started included. */
  const unlessClosed = (begun?: { kill: () => void }) => {
    if (!closed) return
    begun?.kill()
    throw new AgentError('DRIVER_BUSY', { why: 'closed' })
  }

  const start = async (until: number): Promise<Host> => {
    unlessClosed()
    if (retired) throw new AgentError('DRIVER_BUSY', { why: 'replaced' })
    diagnosis = diagnose(manifest, dir)
    if (diagnosis.problem) {
      changed()
      throw new AgentError(diagnosis.problem.code, { text: diagnosis.problem.text })
    }
    starting = true
    changed()
    try {
      const bare = await spare.take()
      unlessClosed(bare)
      const fresh = await bare.load({ file: diagnosis.file, dataDir })
      unlessClosed(fresh)
      host = fresh
      calls = 0
      // A host that dies between calls is simply replaced by the next call.
      void fresh.exited.then(() => {
        if (host === fresh) drop()
      })
      await runSteps(manifest.init, { settings }, (fn, args) => callOn(fresh, fn, args, until))
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
      changed()
    }
  }

  const driver: Driver = {
    manifest,
    settings,
    state: () => {
      const { bits, problem } = diagnosis
      const base = { bits, pid: host?.pid }
      if (problem) return { ...base, state: stateOfProblem(problem.code), problem: problem.text }
      if (breaker.waitMs() > 0) return { ...base, state: 'open', problem: startProblem ?? lastCrash }
      if (starting) return { ...base, state: 'starting' }
      return startProblem ? { ...base, state: 'broken', problem: startProblem } : { ...base, state: 'ready' }
    },
    installed: () => diagnosis.problem?.code !== 'DRIVER_MISSING_FILE',
    turn: (deadlineMs, work) => {
      const until = performance.now() + deadlineMs
      return queue(deadlineMs, async () => {
        const waitMs = breaker.waitMs()
        if (waitMs > 0) throw new AgentError('DRIVER_OPEN', { seconds: Math.ceil(waitMs / 1000) })
        let mine: Host | undefined
        let lost = false
        const call: Call = async (fn, args, simulate) => {
          // A turn belongs to one process: after its death there is nothing left to go on with or to close.
          if (lost) throw new AgentError('DRIVER_CRASHED', { fn, why: 'the turn is over' })
          const kept = mine ? undefined : host
          try {
            mine ??= host ?? (await start(until))
            return await callOn(mine, fn, args, until, simulate).catch(async (error: unknown) => {
              if (!(error instanceof NotReached && kept)) throw error
              // It ended since the last turn and nobody had heard of it: nothing was done yet in this one.
              mine = await start(until)
              return callOn(mine, fn, args, until, simulate)
            })
          } finally {
            lost = mine === undefined || host !== mine
          }
        }
        try {
          return await work(call)
        } finally {
          if (calls >= recycleAfter) drop()
          if (fragile) spare.prepare()
        }
      })
    },
    call: (fn, args, deadlineMs, simulate) => driver.turn(deadlineMs, (call) => call(fn, args, simulate)),
    repair: () =>
      queue(startMs, async () => {
        drop()
        fragile = false
        spare.drop()
        await start(performance.now() + startMs)
      }),
    retire: async (then) => {
      const change = async () => {
        retired = true
        drop()
        spare.close()
        then()
      }
      for (;;)
        try {
          return await queue(longestMs, change)
        } catch (error) {
          // The line was full: a counter that works comes first.
          if (!(error instanceof AgentError && error.code === 'DRIVER_BUSY')) throw error
          await sleep(500)
        }
    },
    close: () => {
      closed = true
      drop()
      spare.close()
    },
  }
  return driver
}
