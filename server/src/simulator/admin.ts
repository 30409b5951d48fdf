import { randomInt } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { bookCentreOnly } from './centre-only.ts'
import { listApplications, moveApplication } from './claims/moves.ts'
import { driftClearing, listClearings } from './clearing/drift.ts'
import { faultProblem } from './fault-words.ts'
import type { FaultName, Rule } from './faults.ts'
import type { Values } from './message/check.ts'
import { parseMessage } from './message/parse.ts'
import { textOf } from './message/value.ts'
import { yuan } from './money/fixed.ts'
import { profileOf } from './profile.ts'
import { changePrescription, listPrescriptions } from './rx/admin.ts'
import { personBy, persons } from './seed/persons.ts'
import { qrCode } from './seed/qrcodes.ts'
import type { Running } from './serve.ts'
import { areaOptions, setOption } from './store/options.ts'
import { balanceOf } from './store/people.ts'
import { between } from './store/settlements.ts'
import { diagnosesOf, feesOf, visitsOf } from './store/visits.ts'
import { moment } from './time.ts'
import { filedBook } from './transactions/filing.ts'
import { piecesOf } from './transactions/stock.ts'

const whole = (value: unknown, fallback: number): number => Number(value ?? fallback)

const ruleOf = (given: Values): Omit<Rule, 'id'> => ({
  fault: given.fault as FaultName,
  // What is held for a later 2601 is a settlement unless somebody says otherwise.
  infno: textOf(given.infno) || (given.fault === 'bookAfterNotFound' ? '2102' : ''),
  fixmedins_code: textOf(given.fixmedins_code),
  psn_no: textOf(given.psn_no),
  times: whole(given.times, 1),
  ms: whole(given.ms, 1000),
  text: textOf(given.text),
  fen: whole(given.fen, 1),
  field: textOf(given.field) || 'psn_cash_pay',
  when: given.when === 'after' ? 'after' : 'before',
  where: given.where === 'book' ? 'book' : 'answer',
})

const setFault = (running: Running, given: Values): { status: number; body: unknown } => {
  if (given.fault === 'clock') {
    const iso = textOf(given.iso) || undefined
    if (iso !== undefined && Number.isNaN(moment(iso))) return { status: 400, body: { error: 'iso 不是有效的时间' } }
    running.clock.set(iso, given.gateway === true)
    return { status: 200, body: { now: new Date(running.clock.now()).toISOString() } }
  }
  if (given.fault === 'centreOnlyRow') {
    const row = bookCentreOnly(running, given)
    return typeof row === 'string' ? { status: 400, body: { error: row } } : { status: 200, body: row }
  }
  return { status: 200, body: running.faults.add(ruleOf(given)) }
}

const bookOf = (running: Running, code: string, date: string) =>
  between(running.store, code, `${date || '0000-01-01'} 00:00:00`, `${date || '9999-12-31'} 23:59:59`, true).map(
    (row) => ({
      infno: row.infno,
      msgid: row.msgid,
      setl_id: row.setl_id,
      mdtrt_id: row.mdtrt_id,
      psn_no: row.psn_no,
      insutype: row.insutype,
      med_type: row.med_type,
      clr_optins: row.clr_optins,
      clr_type: row.clr_type,
      setl_time: row.setl_time,
      refd_setl_flag: String(row.refd),
      reversed: row.reversed_by !== '',
      reversed_by: row.reversed_by,
      original: row.original,
      undone: row.undone !== '',
      medfee_sumamt: yuan(row.medfee),
      fund_pay_sumamt: yuan(row.fund),
      acct_pay: yuan(row.acct),
      psn_cash_pay: yuan(row.cash),
    }),
  )

const registeredIn = ({ store }: Running, code: string) =>
  visitsOf(store, code).map(({ mdtrt_id, psn_no, ipt_otp_no, cancelled, info }) => {
    const fees = feesOf(store, mdtrt_id)
    const setl_id = fees.find((fee) => fee.setl_id)?.setl_id ?? ''
    const diagnoses = diagnosesOf(store, mdtrt_id)
    const known = { mdtrt_id, psn_no, ipt_otp_no, cancelled, described: info !== undefined, info, diagnoses }
    return { ...known, lines: fees.length, setl_id }
  })

const personsOf = (running: Running, area: string) =>
  persons
    .filter((one) => !area || one.area === area)
    .map(({ state, ...one }) => ({
      ...one,
      state: state.key,
      title: state.title,
      pinLocked: state.flags.has('pinLocked'),
      insurances: state.insurances.map(({ insutype, kind, status }) => ({
        insutype,
        kind,
        status,
        balance: yuan(balanceOf(running.store, one.psnNo, insutype)),
      })),
      qrCode: qrCode(personBy('psnNo', one.psnNo)!, 0, 0),
    }))

/** The routes for tests and for people who try faults: never part of a real centre. */
export const adminRoutes = (server: FastifyInstance, running: () => Running): void => {
  // A restart must not hand out a code that was used before it.
  let counter = randomInt(1_000_000_000)
  server.post('/simulator/faults', (request, reply) => {
    const given = parseMessage(String(request.body))
    const problem = faultProblem(given)
    if (problem !== undefined) return reply.code(400).send({ error: problem })
    const { status, body } = setFault(running(), given!)
    return reply.code(status).send(body)
  })
  server.get('/simulator/faults', () => ({
    faults: running().faults.list(),
    now: new Date(running().clock.now()).toISOString(),
  }))
  server.delete('/simulator/faults', () => {
    running().faults.clear()
    running().clock.set(undefined, false)
    return { faults: [] }
  })
  server.delete('/simulator/delays', () => {
    running().faults.answerNow()
    return {}
  })
  server.get<{ Querystring: { fixmedins_code?: string; date?: string } }>('/simulator/book', ({ query }) => ({
    rows: bookOf(running(), query.fixmedins_code ?? '', query.date ?? ''),
  }))
  server.get<{ Querystring: { fixmedins_code?: string } }>('/simulator/visits', ({ query }) => ({
    rows: registeredIn(running(), query.fixmedins_code ?? ''),
  }))
  server.get<{ Querystring: { fixmedins_code?: string } }>('/simulator/liquidations', ({ query }) => ({
    applications: listApplications(running().store, query.fixmedins_code ?? ''),
  }))
  server.post('/simulator/liquidations', (request, reply) => {
    const { store, clock } = running()
    const { status, body } = moveApplication(store, parseMessage(String(request.body)) ?? {}, clock.now())
    return reply.code(status).send(body)
  })
  server.get<{ Querystring: { fixmedins_code?: string; ym?: string } }>('/simulator/clearings', ({ query }) => ({
    rows: listClearings(running().store, query.fixmedins_code ?? '', query.ym ?? ''),
  }))
  server.post('/simulator/clearings', (request, reply) => {
    const { status, body } = driftClearing(running().store, parseMessage(String(request.body)) ?? {})
    return reply.code(status).send(body)
  })
  server.get<{ Querystring: { fixmedins_code?: string } }>('/simulator/pieces', ({ query }) => ({
    rows: piecesOf(running(), query.fixmedins_code ?? ''),
  }))
  server.get<{ Querystring: { psn_no?: string } }>('/simulator/filings', ({ query }) => ({
    rows: filedBook(running().store, query.psn_no ?? ''),
  }))
  server.post('/simulator/options', (request, reply) => {
    const { area, name, on } = parseMessage(String(request.body)) ?? {}
    const flag = textOf(on) === 'true'
    const option = areaOptions.find((one) => one === name)
    if (!option || !profileOf(textOf(area)))
      return reply.code(400).send({ error: `没有这个统筹区或选项，选项有：${areaOptions.join('、')}` })
    setOption(running().store, textOf(area), option, flag)
    return reply.send({ area, name: option, on: flag })
  })
  server.get<{ Querystring: { area?: string } }>('/simulator/persons', ({ query }) => ({
    persons: personsOf(running(), query.area ?? ''),
  }))
  server.get<{ Querystring: { psn?: string } }>('/simulator/prescriptions', ({ query }, reply) => {
    const { status, body } = listPrescriptions(running(), query.psn ?? '')
    return reply.code(status).send(body)
  })
  server.post('/simulator/prescriptions', (request, reply) => {
    const { status, body } = changePrescription(running(), parseMessage(String(request.body)) ?? {})
    return reply.code(status).send(body)
  })
  server.post('/simulator/qrcodes', (request, reply) => {
    const { psn } = parseMessage(String(request.body)) ?? {}
    const person = personBy('psnNo', textOf(psn)) ?? persons.find((one) => one.state.key === psn)
    if (!person) return reply.code(404).send({ error: '没有这个人' })
    counter += 1
    return reply.send({ psnNo: person.psnNo, code: qrCode(person, running().clock.now(), counter) })
  })
}
