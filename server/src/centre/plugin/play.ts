import type { Json } from '../json.ts'
import type { CentreOutcome, NotSent } from '../outcome.ts'
import type { CentreProfile, Edition } from '../profile.ts'
import { fieldsOf } from '../standard.ts'
import { mapAnswer, mapRequest } from './apply.ts'
import type { PluginForce, PluginService, PluginUse } from './types.ts'

/** Hears of each message that a plugin had a part in. */
export type PluginHeard = (use: PluginUse) => void

const serviceOf = ({ plugin, version, service, label }: PluginService): PluginService => ({
  ...{ plugin, version, service, label },
})

const nameOf = ({ plugin, service }: PluginService) => `${plugin} ${service}`

/** What plugins do to a transaction of an area, if anything. */
export const forceOf = ({ plugins }: CentreProfile, infno: string): PluginForce | undefined => plugins?.[infno]

/** What a call that a plugin held back is told: which one, what about, and what to do. */
const heldBack = (label: string, fault: string) =>
  `插件${label}不能用于这条报文，没有发出：${fault}。请联系管理员，在「插件服务」停用它或换上改正的版本`

/** The input as the area wants it, or why nothing is sent. */
export const mappedInput = (
  { edition }: { edition: Edition },
  infno: string,
  force: PluginForce | undefined,
  input: Json,
  heard: PluginHeard,
): { input: Json } | NotSent => {
  if (!force?.in) return { input }
  const mapped = mapRequest(force.in.rules, input, fieldsOf(edition, infno, 'in'))
  if (!('fault' in mapped)) return mapped
  heard({ ...serviceOf(force.in), infno, ms: 0, fault: mapped.fault })
  return { kind: 'notSent', reason: heldBack(force.in.label, mapped.fault), plugin: force.in.plugin }
}

/** An outcome in the standard's words; each service that had a part in the call is counted once. */
export const mappedOutcome = (
  { edition }: { edition: Edition },
  infno: string,
  force: PluginForce | undefined,
  outcome: CentreOutcome,
  heard: PluginHeard,
): CentreOutcome => {
  if (!force) return outcome
  const ms = 'ms' in outcome ? outcome.ms : 0
  const faults = new Map<string, string>()
  let read = outcome
  if (force.out && outcome.kind === 'booked') {
    const mapped = mapAnswer(force.out.rules, outcome.output, fieldsOf(edition, infno, 'out'))
    read = { ...outcome, output: mapped.output }
    if (mapped.faults.length) faults.set(nameOf(force.out), `答复 ${mapped.faults.slice(0, 3).join('；')}`)
  }
  // Whoever changed the address answers for what cannot be reached.
  if (force.route && (outcome.kind === 'notSent' || outcome.kind === 'unknown'))
    faults.set(nameOf(force.route), outcome.kind === 'notSent' ? outcome.reason : `没有可读的答复（${outcome.detail}）`)
  const services = new Map(
    [force.in, force.out, force.route].flatMap((one) => (one ? [[nameOf(one), one] as const] : [])),
  )
  for (const [name, one] of services) {
    const fault = faults.get(name)
    heard({ ...serviceOf(one), infno, ms, ...(fault && { fault }) })
  }
  return read
}
