import { printerInfo } from '@yibao/shared/agent/entities.ts'
import { printerSettings } from '@yibao/shared/agent/printing.ts'
import type { VerbArgs } from '@yibao/shared/agent/verbs.ts'
import * as z from 'zod/mini'
import { AgentError } from '../../agent-error.ts'
import { secret } from '../../hash.ts'
import { isPdf, isWholePdf } from '../../print/pdf.ts'
import type { Gateway } from '../context.ts'
import { askDesk, deadlines } from '../desk/ask.ts'
import type { Handler } from '../handler.ts'
import type { PrintJobs } from '../printing/jobs.ts'
import { testPage } from '../printing/test-page.ts'
import { testReceipt } from '../printing/test-receipt.ts'
import type { Session } from '../session/sessions.ts'

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

/** What a job says about itself. Throws IDEMPOTENCY_KEY, ARGS_INVALID; PRINTER_UNKNOWN unless it is known already. */
const orderOf = async (
  gateway: Gateway,
  args: Omit<VerbArgs<'print.submit'>, 'receipt'>,
  { idempotencyKey: key, session }: { idempotencyKey: string | undefined; session: Session | undefined },
) => {
  if (key === undefined || !keyShape.test(key)) throw new AgentError('IDEMPOTENCY_KEY')
  const { printer, documentType, paper = 'default', copies = 1, batch, reprintOf, reason } = args
  if (copies < 1 || copies > 10 || (printer === undefined && documentType === undefined))
    throw new AgentError('ARGS_INVALID')
  if ((reprintOf === undefined) !== (reason === undefined)) throw new AgentError('ARGS_INVALID')
  // The same document again needs no printer: it is answered, not printed.
  if (!(await queue(gateway).get(key))) await checkPrinter(gateway, printer, session)
  return { id: key, printer, documentType, paper, copies, batch, reprintOf, reason }
}

const settings = ({ desk }: Gateway, session: Session | undefined) =>
  askDesk(desk, { verb: 'print.settings', shape: printerSettings, session, deadlineMs: deadlines.list })

type Order = Awaited<ReturnType<typeof orderOf>>

/**
 * A page for a document that this counter prints with receipt codes is refused before it is kept, so that whoever sent it
 * sends the receipt: a page on a receipt printer would be a metre of signs. So is a page whose receipt is kept: the same
 * document again is answered by its job.
 */
const checkPages = async (gateway: Gateway, { id, printer, documentType }: Order, session: Session | undefined) => {
  const kept = await queue(gateway).get(id)
  if (kept?.format === 'receipt') throw new AgentError('RECEIPT_WANTED')
  if (kept || printer !== undefined || documentType === undefined) return
  // Without a desk nobody knows: the page waits in the queue as any other.
  const chosen = await settings(gateway, session).catch(() => undefined)
  if (chosen?.byDocumentType[documentType]?.mode === 'receipt') throw new AgentError('RECEIPT_WANTED')
}

const submit: Handler<'print.submit'> = async (gateway, call) => {
  const jobs = queue(gateway)
  if (!keyShape.test(call.idempotencyKey ?? '')) throw new AgentError('IDEMPOTENCY_KEY')
  if (!call.pdf || !isPdf(call.pdf)) throw new AgentError('CONTENT_TYPE')
  if (!isWholePdf(call.pdf)) throw new AgentError('PRINT_DAMAGED')
  const order = await orderOf(gateway, call.args, call)
  await checkPages(gateway, order, call.session)
  return jobs.submit({ ...order, bytes: call.pdf })
}

const receipt: Handler<'print.receipt'> = async (gateway, call) => {
  const { receipt: blocks, ...args } = call.args
  const bytes = Buffer.from(JSON.stringify(blocks))
  return queue(gateway).submit({ ...(await orderOf(gateway, args, call)), bytes, format: 'receipt' })
}

const configure: Handler<'printer.configure'> = async (gateway, { args, session }) => {
  const { default: standard, byDocumentType } = args
  const names = [standard, ...Object.values(byDocumentType).map(({ printer }) => printer)]
  const known = new Set((await printers(gateway, session)).map(({ name }) => name))
  // One that was unplugged since it was chosen stays chosen: the person is changing something else.
  const before = await settings(gateway, session)
  for (const { printer } of Object.values(before.byDocumentType)) known.add(printer)
  if (before.default) known.add(before.default)
  for (const name of names) if (name && !known.has(name)) throw new AgentError('PRINTER_UNKNOWN', { printer: name })
  const kept = await askDesk(gateway.desk, {
    verb: 'print.configure',
    args,
    shape: printerSettings,
    session,
    deadlineMs: deadlines.list,
  })
  gateway.jobs?.chosenAnew(kept)
  return kept
}

const test: Handler<'print.test'> = async (gateway, { args, idempotencyKey, session }) => {
  const jobs = queue(gateway)
  const { printer, documentType } = args
  if (printer === undefined && documentType === undefined) throw new AgentError('ARGS_INVALID')
  await checkPrinter(gateway, printer, session)
  const set = printer === undefined ? (await settings(gateway, session)).byDocumentType[documentType!] : undefined
  const paper = args.paper ?? set?.paper ?? 'default'
  const format = (args.mode ?? set?.mode) === 'receipt' ? 'receipt' : 'pdf'
  const id = keyShape.test(idempotencyKey ?? '') ? idempotencyKey! : `test-${secret(9)}`
  const now = gateway.clock()
  const bytes = format === 'pdf' ? testPage(paper, now) : Buffer.from(JSON.stringify(testReceipt(paper, now)))
  return jobs.submit({ id, bytes, format, printer, documentType, paper, copies: 1 })
}

const known = <T>(job: T | undefined): T => {
  if (!job) throw new AgentError('JOB_UNKNOWN')
  return job
}

export const printHandlers = {
  'printer.list': ((gateway, { session }) => printers(gateway, session)) satisfies Handler<'printer.list'>,
  'printer.settings': ((gateway, { session }) => settings(gateway, session)) satisfies Handler<'printer.settings'>,
  'printer.configure': configure,
  'print.submit': submit,
  'print.receipt': receipt,
  'print.test': test,
  'print.list': (async (gateway) => queue(gateway).list()) satisfies Handler<'print.list'>,
  'print.batch': (async (gateway, { args }) => known(queue(gateway).batch(args.id))) satisfies Handler<'print.batch'>,
  'print.batch.cancel': (async (gateway, { args }) =>
    known(await queue(gateway).cancelBatch(args.id))) satisfies Handler<'print.batch.cancel'>,
  'print.get': (async (gateway, { args }) => known(await queue(gateway).get(args.id))) satisfies Handler<'print.get'>,
  'print.resolve': (async (gateway, { args }) =>
    known(await queue(gateway).resolve(args.id, args.printed))) satisfies Handler<'print.resolve'>,
  'print.retry': (async (gateway, { args }) =>
    known(await queue(gateway).retry(args.id))) satisfies Handler<'print.retry'>,
  'print.cancel': (async (gateway, { args }) =>
    known(await queue(gateway).cancel(args.id))) satisfies Handler<'print.cancel'>,
}
