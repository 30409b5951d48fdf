import type { JobInfo } from '@yibao/shared/agent/entities.ts'
import { isElsewhere } from '@yibao/shared/agent/slip-news.ts'
import { slip } from '@yibao/shared/calls/slip.ts'
import { followJob } from '../../agent/follow.ts'
import { endOf, type PrintEnd } from '../../agent/print-end.ts'
import { type MadeSlip, makeSlip, printedInput } from '../../kit/print/make-slip.ts'
import type { EffectOf } from '../flow/effects.ts'
import type { PrintState } from '../flow/events.ts'
import type { Refusal } from '../flow/model.ts'
import type { CounterPorts, PortJob } from '../ports.ts'
import { noAnswer, wordsOf } from '../refusals.ts'
import { refusalOf } from './refusal.ts'
import type { Dispatch, WorldOf } from './world.ts'

export interface Sheet extends MadeSlip {
  orderId: string
  pdf: Uint8Array
}
/** What is told of a document, made here or before. */
type Told = Pick<Sheet, 'orderId' | 'slipId' | 'reprint'>

/** ms a job is watched: who comes to a printer that was off half the day is asked what only he knows. */
const watched = 12 * 3600_000
/** ms that what server or agent cannot do for the moment is tried. */
const tried = 30 * 60_000

/** ms between two tries of what server or agent cannot do for the moment. */
const pauseMs = 5_000

const waitReasons: Record<string, PrintState> = {
  PRINTER_PAPER: 'paper',
  PRINTER_COVER: 'cover',
  PRINTER_OFFLINE: 'offline',
  PRINTER_PAUSED: 'paused',
  DISK_FULL: 'disk',
  NO_DESK: 'desk',
}
/** Said of who did not take a job at all: it waits nowhere. */
const notTaken: readonly string[] = ['DISK_FULL', 'NO_DESK']
/** What is over when somebody makes room or the server is back; undefined for what a person has to look at. */
const passing = (refusal: Refusal): PrintState | undefined => {
  if (refusal.code === 'DISK_FULL') return 'disk'
  return noAnswer(refusal) || refusal.statusCode === 503 ? 'later' : undefined
}

/** What the server is told of a job. */
const toldOf = (job: PortJob): PrintEnd | undefined => (job.state === 'browser' ? 'browser' : endOf(job as JobInfo))
/** What the person at the counter is told of it; undefined while it goes on. */
const sayOf = (job: PortJob): PrintState | undefined => {
  if (!isElsewhere(job.code)) return toldOf(job)
  return job.state === 'unsure' ? 'elsewhere' : job.state === 'cancelled' ? 'dropped' : toldOf(job)
}

/** Slips: made once by the server, the same bytes shown and printed; the job's key is the document (DESIGN 11). */
export const printer = ({ callServer, slipPdf, device }: CounterPorts, dispatch: Dispatch) => {
  const tell = (made: Told, state: PrintEnd, name?: string) =>
    callServer(slip.printed, printedInput(made, state, name), { silent: true }).catch(() => undefined)

  /** Makes the document and fetches its bytes; undefined when `ask` got no reason for a second one. Throws. */
  const make = async (order: Omit<EffectOf<'print'>, 'do'>, ask?: CounterPorts['askReprint']) => {
    const { orderId, kind } = order
    // Said in R6: a toast would cover the money (ux 2.7).
    const lacks = (text: string) => dispatch({ type: 'printed', orderId, slipId: '', state: 'glyph', text })
    const silently: CounterPorts['callServer'] = (call, input) => callServer(call, input, { silent: true })
    const made = await makeSlip({ orderId, kind }, ask, silently, lacks)
    return made && { ...made, orderId, pdf: await slipPdf(made.slipId) }
  }

  /**
   * Asks again while the server or the agent's disk is away: the document has its number, and is made and printed once
   * however often that is asked for. What hinders it is said once. Throws what does not pass by itself.
   */
  const patiently = async <T>(
    { orderId, slipId }: Pick<Told, 'orderId' | 'slipId'>,
    ask: () => Promise<T>,
    left = tried,
    said?: PrintState,
  ): Promise<T> => {
    try {
      return await ask()
    } catch (cause) {
      const refusal = refusalOf(cause)
      const why = passing(refusal)
      if (!why || left <= 0) throw cause
      if (why !== said) dispatch({ type: 'printed', orderId, slipId, state: why, text: wordsOf(refusal).text })
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
      return patiently({ orderId, slipId }, ask, left - pauseMs, why)
    }
  }

  const follow = (first: PortJob, { orderId, slipId }: Told): Promise<PortJob> => {
    let said: string | undefined
    const onWait = ({ code, message, printer: name }: PortJob) => {
      if (!code || code === said) return
      said = code
      // What an agent newer than this page waits for is said in its own words.
      const state = waitReasons[code]
      dispatch({
        type: 'printed',
        orderId,
        slipId,
        printer: name,
        ...(state ? { state } : { state: 'waits', text: message || code }),
      })
    }
    return followJob(first, { ask: device.job, until: (job) => sayOf(job) !== undefined, limitMs: watched, onWait })
  }

  /** Follows a job to its end and tells everybody how it ended. */
  const watch = async (sheet: Told, sent: () => Promise<PortJob>): Promise<void> => {
    const { orderId, slipId } = sheet
    try {
      const job = await follow(await sent(), sheet)
      const [end, state] = [toldOf(job), sayOf(job)]
      const { printer, message: text, id: jobId } = job
      // One that still waits was said to, and has no end yet: the agent's queue has it when it comes (agent/untold.ts).
      if (state) dispatch({ type: 'printed', orderId, slipId, state, jobId, printer, text })
      if (end) await tell(sheet, end, printer)
    } catch (cause) {
      const refusal = refusalOf(cause)
      const { code = '' } = refusal
      const waits = notTaken.includes(code) ? undefined : waitReasons[code]
      dispatch({ type: 'printed', orderId, slipId, state: waits ?? 'failed', text: wordsOf(refusal).text })
      await tell(sheet, 'failed')
    }
  }

  const send = (sheet: Sheet): Promise<void> =>
    watch(sheet, () => {
      const { pdf, slipId: idempotencyKey, documentType, reprint } = sheet
      return patiently(sheet, () => device.print(pdf, { idempotencyKey, documentType, reprint }))
    })

  /** The preview printed by itself. */
  const ended = (sheet: Sheet, state: PrintEnd, name?: string): void => {
    const { orderId, slipId } = sheet
    void tell(sheet, state, name)
    dispatch({ type: 'printed', orderId, slipId, state, printer: name })
  }

  const world: WorldOf<'print' | 'resolvePrint'> = {
    async print(effect) {
      try {
        const sheet = await patiently({ orderId: effect.orderId, slipId: '' }, () => make(effect))
        if (sheet) await send(sheet)
      } catch (cause) {
        const { text } = wordsOf(refusalOf(cause))
        dispatch({ type: 'printed', orderId: effect.orderId, slipId: '', state: 'failed', text })
      }
    },
    async resolvePrint({ orderId, slipId, jobId, message, text, printed }) {
      const unknown = (cause: unknown) => refusalOf(cause).code === 'JOB_UNKNOWN'
      // Who answered at the printer's light, or in another window, was first: how it stands now is told.
      const answered = device.resolve(jobId, printed).catch((cause) => {
        if (!unknown(cause)) throw cause
        return device.job(jobId)
      })
      const heard = await answered.then(() => true, unknown)
      if (heard) return watch({ orderId, slipId }, () => answered)
      // The agent never heard the answer and waits for it still: so the paper is in doubt as before.
      const state = message === 'print.elsewhere' ? 'elsewhere' : 'unsure'
      dispatch({ type: 'printed', orderId, slipId, jobId, state, text })
    },
  }
  return { world, make, ended }
}
