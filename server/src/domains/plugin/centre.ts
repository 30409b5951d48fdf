import type { Deps } from '../../call/context.ts'
import { accountOf, type CentreProfile, type Gateway } from '../../centre/profile.ts'
import { emptyGateway, type ProfileOverrides, profileOf } from '../../centre/profiles.ts'
import type { Vault } from '../../secrets/secret.ts'
import { knowAreas } from '../organisation/districts.ts'
import { area } from '../organisation/tables.ts'
import { forcesOf, pluginsIn } from './force.ts'

type Settings = Record<string, unknown>

const flags = ['lookup', 'repeatMsgid', 'fundIncludesAcct', 'mulaidInAcct', 'traceInSettle'] as const
const texts = [
  ...(['recerSysCode', 'infver', 'urlStyle', 'contentType'] as const),
  ...(['identityInSettle', 'uploadMode', 'catalogueFileCode', 'claims', 'circulation', 'clearing', 'figures'] as const),
  'twoDiseases' as const,
]

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value ? value : undefined)

/** A gateway with what an area's settings say of it; another kind knows nothing of the account of the one before. */
const gatewayOf = (areaCode: string, settings: Settings, vault: Vault): Gateway => {
  const base = profileOf(areaCode, '').gateway
  const kind = (textOf(settings.gatewayKind) ?? base.kind) as Gateway['kind']
  const gateway = kind === base.kind ? base : emptyGateway(kind)
  const account = textOf(settings.gatewayAccount)
  const sealed = textOf(settings.gatewaySecret)
  // Sealed with a key that is lost, it has to be entered again: until then nothing is sent.
  const secret = sealed && (vault.opened(sealed) ?? '')
  if (gateway.kind === 'TIF') return { ...gateway, paasid: account ?? gateway.paasid, secret: secret ?? gateway.secret }
  if (gateway.kind !== 'CSB') return gateway
  const apiName = textOf(settings.gatewayApiName) ?? gateway.apiName
  return {
    ...gateway,
    ...(apiName && { apiName }),
    accessKey: account ?? gateway.accessKey,
    secretKey: secret ?? gateway.secretKey,
    apiVersion: textOf(settings.gatewayApiVersion) ?? gateway.apiVersion,
  }
}

/**
 * What an area's centre says without any setting, in the names of the options; whether bytes may be sent again hangs on
 * whose account is entered.
 */
export const centreDefaults = (areaCode: string, url: string, settings: Settings, vault: Vault): Settings => {
  const { gateway, ...profile } = profileOf(areaCode, url)
  const { repeatMsgid } = profileOf(areaCode, url, { gateway: gatewayOf(areaCode, settings, vault) })
  const { account, secret } = accountOf(gateway)
  const pick = Object.fromEntries([...flags, ...texts].map((name) => [name, profile[name]]))
  return {
    ...pick,
    repeatMsgid,
    centreUrl: profile.baseUrl,
    callPath: profile.paths.call,
    gatewayKind: gateway.kind,
    gatewayAccount: account,
    gatewaySecret: secret ? true : undefined,
    ...(gateway.kind === 'CSB' && { gatewayApiName: gateway.apiName, gatewayApiVersion: gateway.apiVersion }),
  }
}

/** Where an area's centre takes messages and files: files where messages are, unless said otherwise. */
const pathsOf = (areaCode: string, settings: Settings): CentreProfile['paths'] => {
  const call = textOf(settings.callPath) ?? profileOf(areaCode, '').paths.call
  return { call, upload: textOf(settings.uploadPath) ?? call, download: textOf(settings.downloadPath) ?? call }
}

/** What an area's settings change of its centre's profile. Settings without a meaning for the centre are passed over. */
export const overridesOf = (areaCode: string, settings: Settings, vault: Vault): ProfileOverrides => {
  const baseUrl = textOf(settings.centreUrl)
  const ca = textOf((settings.centreCa as { pem?: unknown } | undefined)?.pem)
  return {
    ...(baseUrl && { baseUrl }),
    ...(ca && { ca }),
    paths: pathsOf(areaCode, settings),
    ...Object.fromEntries(
      flags.filter((name) => typeof settings[name] === 'boolean').map((name) => [name, settings[name]]),
    ),
    ...Object.fromEntries(texts.filter((name) => textOf(settings[name])).map((name) => [name, settings[name]])),
    gateway: gatewayOf(areaCode, settings, vault),
  }
}

const known = new WeakMap<object, Map<string, number>>()

/**
 * Takes up the names of areas and the connections that were saved since the last look, by whichever node: at the start,
 * after a save, and every few seconds (the job `settings`). Answers the areas whose connection changed.
 */
export const refreshCentres = async ({ db, services }: Pick<Deps, 'db' | 'services'>): Promise<string[]> => {
  const { centre, vault, plugins } = services
  const seen = known.get(centre) ?? new Map<string, number>()
  known.set(centre, seen)
  const { code: areaCode, name, settingsRevision, settings, pluginRevision } = area
  const rows = await db.select({ code: areaCode, name, settingsRevision, settings, pluginRevision }).from(area)
  knowAreas(rows)
  // Both only count up: what another look has taken up meanwhile is never put back by this one.
  const revisionOf = (one: (typeof rows)[number]) => one.settingsRevision + one.pluginRevision
  const isNew = (one: (typeof rows)[number]) => (seen.get(one.code) ?? 0) < revisionOf(one)
  const plugged = rows.filter((one) => one.pluginRevision > 0 && isNew(one)).map(({ code }) => code)
  const forces = await forcesOf(db, plugged)
  const changed = rows.filter(isNew)
  for (const one of changed) {
    const inForce = forces.get(one.code)
    centre.configure(one.code, { ...overridesOf(one.code, one.settings, vault), ...(inForce && { plugins: inForce }) })
    seen.set(one.code, revisionOf(one))
  }
  if (plugged.length) plugins.loaded(centre.plugins(), pluginsIn(forces))
  return changed.map(({ code }) => code)
}
