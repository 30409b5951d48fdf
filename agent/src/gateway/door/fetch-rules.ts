import type { Guard } from '@yibao/shared/agent/verbs.ts'
import type { FastifyRequest } from 'fastify'
import { AgentError } from '../../agent-error.ts'
import type { Gateway } from '../context.ts'
import { isConsoleOrigin } from './origins.ts'
import { header, isUpgrade } from './request.ts'

// Where a request may come from, by guard class: fetch metadata first, then Origin.

type Rule = (request: FastifyRequest, gateway: Gateway) => void

const refuse = (code: 'FETCH_MODE' | 'ORIGIN_NOT_ALLOWED'): never => {
  throw new AgentError(code)
}

const scriptModes = ['cors', 'same-origin']

const byScript: Rule = (request) => {
  const mode = header(request, 'sec-fetch-mode')
  if (mode === undefined || scriptModes.includes(mode)) return
  if (mode === 'websocket' && isUpgrade(request)) return
  refuse('FETCH_MODE')
}

/** A page for a person at this PC: opened as a document. No script may read it, not even the console's: it shows the code. */
const byPerson: Rule = (request) => {
  const mode = header(request, 'sec-fetch-mode')
  const dest = header(request, 'sec-fetch-dest') ?? 'document'
  if (mode !== undefined && (mode !== 'navigate' || dest !== 'document')) refuse('FETCH_MODE')
  if (header(request, 'origin') !== undefined) refuse('ORIGIN_NOT_ALLOWED')
}

/** An Origin that is there must be one of ours; only then may the page read the answer. */
const knownOrigin: Rule = (request, gateway) => {
  const origin = header(request, 'origin')
  if (origin === undefined) return
  if (!isConsoleOrigin(gateway, origin)) refuse('ORIGIN_NOT_ALLOWED')
  request.corsOrigin = origin
}

/**
 * A policy runs out where the PC's clock is months ahead: its pages learn that, instead of finding no agent at all. An ERP
 * that is to frame the console learns at which port it is.
 */
const greeted: Rule = (request, gateway) => {
  const origin = header(request, 'origin')
  const { greeted, policy } = gateway.policy()
  const may = [...(greeted ?? []), ...(policy?.erpOrigins ?? [])]
  if (origin !== undefined && may.includes(origin)) request.corsOrigin = origin
  else knownOrigin(request, gateway)
}

const exactOrigin: Rule = (request, gateway) => {
  knownOrigin(request, gateway)
  if (request.corsOrigin === undefined) refuse('ORIGIN_NOT_ALLOWED')
}

/** Node's own fetch says cors, and nothing else of what a browser says; other programs say nothing. */
const modeOfProgram = (request: FastifyRequest) => header(request, 'sec-fetch-mode') ?? 'cors'

/** The console served at /app/ sends no Origin on a GET; its bearer must then be bound to the agent's own origin. */
const originOrOwnGet: Rule = (request, gateway) => {
  knownOrigin(request, gateway)
  if (request.corsOrigin !== undefined) return
  const site = header(request, 'sec-fetch-site')
  const ownGet = request.method === 'GET' && site === 'same-origin'
  // Without any sign of a browser it may be the native ERP; the bearer step decides.
  const noBrowser = site === undefined && modeOfProgram(request) === 'cors'
  if (!ownGet && !noBrowser) refuse('ORIGIN_NOT_ALLOWED')
}

const ownPage = (request: FastifyRequest) => header(request, 'origin') === `http://${request.headers.host}`

const files: Rule = (request) => {
  const mode = header(request, 'sec-fetch-mode')
  const site = header(request, 'sec-fetch-site')
  // Any page may link to the console, and the ERP may frame it (frame-ancestors decides), nobody may load its parts.
  if (mode === 'navigate') return
  if (site !== undefined && site !== 'same-origin') refuse('FETCH_MODE')
  if (header(request, 'origin') !== undefined && !ownPage(request)) refuse('ORIGIN_NOT_ALLOWED')
}

const proxied: Rule = (request) => {
  const mode = header(request, 'sec-fetch-mode')
  const site = header(request, 'sec-fetch-site')
  if (mode === 'navigate' || (mode === 'websocket') !== (mode !== undefined && isUpgrade(request))) refuse('FETCH_MODE')
  if (site !== undefined && site !== 'same-origin') refuse('FETCH_MODE')
  const hasOrigin = header(request, 'origin') !== undefined
  if (hasOrigin ? !ownPage(request) : site === undefined) refuse('ORIGIN_NOT_ALLOWED')
}

/** Programs of this machine only: whatever carries a sign of a browser is turned away, its own pages too. */
const noBrowser: Rule = (request) => {
  const signs = ['origin', 'referer', 'sec-fetch-site', 'sec-fetch-dest']
  if (modeOfProgram(request) !== 'cors' || signs.some((name) => header(request, name) !== undefined))
    refuse('ORIGIN_NOT_ALLOWED')
}

const app: Rule = (request, gateway) =>
  (request.routeOptions.config.area === 'proxy' ? proxied : files)(request, gateway)

const byClass: Record<Guard | 'none', readonly Rule[]> = {
  open: [byScript, greeted],
  ticket: [byScript, exactOrigin],
  api: [byScript, originOrOwnGet],
  app: [app],
  admin: [noBrowser],
  none: [knownOrigin],
}

/** Runs the rules of the route's guard class, in order. Throws FETCH_MODE or ORIGIN_NOT_ALLOWED. */
export const checkSource: Rule = (request, gateway) => {
  const { guard, page } = request.routeOptions.config
  const rules = page ? [byPerson] : byClass[request.is404 ? 'none' : (guard ?? 'none')]
  for (const rule of rules) rule(request, gateway)
}
