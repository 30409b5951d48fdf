import { slip } from '@yibao/shared/calls/store.ts'
import { followJob } from '../../agent/follow.ts'
import { endOfState, type PrintEnd } from '../../agent/print-end.ts'
import { type MadeSlip, makeSlip, printedInput } from '../../kit/print/make-slip.ts'
import type { EffectOf } from '../flow/effects.ts'
import type { PrintState } from '../flow/events.ts'
import type { CounterPorts, PortJob } from '../ports.ts'
import { refusalOf } from './refusal.ts'
import type { Dispatch, WorldOf } from './world.ts'

export interface Sheet extends MadeSlip {
  orderId: string
  pdf: Uint8Array
}
/** What is told of a document, made here or before. */
type Told = Pick<Sheet, 'orderId' | 'slipId' | 'reprint'>

/** ms a job is watched at all. */
const watched = 30 * 60_000

const waitReasons: Record<string, PrintState> = {
  PRINTER_PAPER: 'paper',
  PRINTER_COVER: 'cover',
  PRINTER_OFFLINE: 'offline',
}
const ends = { ...endOfState, browser: 'browser' } as Partial<Record<string, PrintEnd>>

/** Slips: made once by the server, the same bytes shown and printed; the job's key is the document (DESIGN 11). */
export const printer = ({ callServer, slipPdf, device }: CounterPorts, dispatch: Dispatch) => {
  const tell = (made: Told, state: PrintEnd, name?: string) =>
    callServer(slip.printed, printedInput(made, state, name), { silent: true }).catch(() => undefined)

  /** Makes the document and fetches its bytes; undefined when `ask` got no reason for a second one. Throws. */
  const make = async (order: Omit<EffectOf<'print'>, 'do'>, ask?: CounterPorts['askReprint']) => {
    const { orderId, kind } = order
    const made = await makeSlip({ orderId, kind }, ask, (call, input) => callServer(call, input, { silent: true }))
    return made && { ...made, orderId, pdf: await slipPdf(made.slipId) }
  }

  const follow = (first: PortJob, { orderId, slipId }: Told): Promise<PortJob> => {
    let said: PrintState | undefined
    const onWait = ({ code, printer: name }: PortJob) => {
      const reason = waitReasons[code ?? '']
      if (reason && reason !== said) dispatch({ type: 'printed', orderId, slipId, state: reason, printer: name })
      said = reason ?? said
    }
    return followJob(first, { ask: device.job, until: ({ state }) => state in ends, limitMs: watched, onWait })
  }

  /** Follows a job to its end and tells everybody how it ended. */
  const watch = async (sheet: Told, sent: () => Promise<PortJob>): Promise<void> => {
    const { orderId, slipId } = sheet
    try {
      const job = await follow(await sent(), sheet)
      const end = ends[job.state]
      const { printer, message: text, id: jobId } = job
      dispatch({ type: 'printed', orderId, slipId, state: end ?? 'unsure', jobId, printer, text })
      // One that still waits has no end yet: the agent's queue has it when it comes (agent/untold.ts).
      if (end) await tell(sheet, end, printer)
    } catch (cause) {
      const { code = '', message } = refusalOf(cause)
      dispatch({ type: 'printed', orderId, slipId, state: waitReasons[code] ?? 'failed', text: message })
      await tell(sheet, 'failed')
    }
  }

  const send = (sheet: Sheet): Promise<void> =>
    watch(sheet, () => {
      const { pdf, slipId: idempotencyKey, documentType, reprint } = sheet
      return device.print(pdf, { idempotencyKey, documentType, reprint })
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
        const sheet = await make(effect)
        if (sheet) await send(sheet)
      } catch (cause) {
        const { message: text } = refusalOf(cause)
        dispatch({ type: 'printed', orderId: effect.orderId, slipId: '', state: 'failed', text })
      }
    },
    resolvePrint: ({ jobId, printed, ...sheet }) => watch(sheet, () => device.resolve(jobId, printed)),
  }
  return { world, make, ended }
}
