import { printerInfo } from '@yibao/shared/agent/entities.ts'
import * as z from 'zod/mini'
import { AgentError } from '../../agent-error.ts'
import { askDesk, deadlines } from '../ask-desk.ts'
import type { Gateway } from '../context.ts'
import type { Handler } from '../dispatch.ts'
import { secret } from '../hash.ts'
import type { PrintJobs } from '../print-jobs.ts'
import type { Session } from '../sessions.ts'
import { testPage } from '../test-page.ts'

const keyShape = /^[A-Za-z0-9][\w.-]{0,63}$/

const queue = ({ jobs }: Gateway): PrintJobs => {
  if (!jobs) throw new AgentError('VERB_NOT_BUILT')
  return jobs
}

const printers = ({ desk }: Gateway, session: Session | undefined) =>
  askDesk(desk, { verb: 'print.printers', shape: z.array(printerInfo), session, deadlineMs: deadlines.list })

/** Only a printer that was just enumerated: the name goes to the system's spooler (agent 3.2, print abuse). */
const checkPrinter = async (gateway: Gateway, name: string | undefined, session: Session | undefined) => {
  if (name === undefined) return
  const known = (await printers(gateway, session)).some((one) => one.name === name)
  if (!known) throw new AgentError('PRINTER_UNKNOWN', { printer: name })
}

const submit: Handler<'print.submit'> = async (gateway, { args, pdf, idempotencyKey, session }) => {
  const jobs = queue(gateway)
  if (!keyShape.test(idempotencyKey ?? '')) throw new AgentError('IDEMPOTENCY_KEY')
  if (!pdf?.subarray(0, 5).equals(Buffer.from('%PDF-'))) throw new AgentError('CONTENT_TYPE')
  const { printer, documentType, paper = 'default', copies = 1 } = args
  if (copies < 1 || copies > 10 || (printer === undefined && documentType === undefined))
    throw new AgentError('ARGS_INVALID')
  // The same document again needs no printer: it is answered, not printed.
  if (!(await jobs.get(idempotencyKey!))) await checkPrinter(gateway, printer, session)
  return jobs.submit({ id: idempotencyKey!, pdf, printer, documentType, paper, copies })
}

const test: Handler<'print.test'> = async (gateway, { args, idempotencyKey, session }) => {
  const jobs = queue(gateway)
  await checkPrinter(gateway, args.printer, session)
  const { printer, paper = 'default' } = args
  const id = keyShape.test(idempotencyKey ?? '') ? idempotencyKey! : `test-${secret(9)}`
  return jobs.submit({ id, pdf: testPage(paper, gateway.clock()), printer, paper, copies: 1 })
}

const known = <T>(job: T | undefined): T => {
  if (!job) throw new AgentError('JOB_UNKNOWN')
  return job
}

export const printHandlers = {
  'printer.list': ((gateway, { session }) => printers(gateway, session)) satisfies Handler<'printer.list'>,
  'print.submit': submit,
  'print.test': test,
  'print.list': (async (gateway) => queue(gateway).list()) satisfies Handler<'print.list'>,
  'print.get': (async (gateway, { args }) => known(await queue(gateway).get(args.id))) satisfies Handler<'print.get'>,
  'print.resolve': (async (gateway, { args }) =>
    known(await queue(gateway).resolve(args.id, args.printed))) satisfies Handler<'print.resolve'>,
  'print.retry': (async (gateway, { args }) =>
    known(await queue(gateway).retry(args.id))) satisfies Handler<'print.retry'>,
  'print.cancel': (async (gateway, { args }) =>
    known(await queue(gateway).cancel(args.id))) satisfies Handler<'print.cancel'>,
}
