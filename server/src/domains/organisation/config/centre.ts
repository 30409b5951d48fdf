import { type ProfileOverrides, profiledAreas, profileOf } from '../../../centre/profiles.ts'
import type { Deps } from '../../../context.ts'
import type { Vault } from '../../../secret.ts'
import { area } from '../tables.ts'

type Settings = Record<string, unknown>

const flags = ['lookup', 'repeatMsgid', 'fundIncludesAcct', 'mulaidInAcct'] as const
const texts = ['recerSysCode', 'infver'] as const

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value ? value : undefined)

/** Whether an area has a centre at all; a new one gets its options before its profile. */
export const hasCentre = (areaCode: string): boolean =>
  profiledAreas.some((code) => code === areaCode || code === `${areaCode.slice(0, 4)}00`)

/** What an area's centre says without any setting, in the names of the options. */
export const centreDefaults = (areaCode: string, url: string): Settings => {
  if (!hasCentre(areaCode)) return { centreUrl: url }
  const { gateway, ...profile } = profileOf(areaCode, url)
  const account = gateway.kind === 'TIF' ? gateway.paasid : gateway.kind === 'CSB' ? gateway.accessKey : ''
  const pick = Object.fromEntries([...flags, ...texts].map((name) => [name, profile[name]]))
  return {
    ...pick,
    centreUrl: profile.baseUrl,
    gatewayAccount: account,
    gatewaySecret: gateway.kind === 'NONE' ? undefined : true,
  }
}

/** What an area's settings change of its centre's profile. Settings without a meaning for the centre are passed over. */
export const overridesOf = (areaCode: string, settings: Settings, vault: Vault): ProfileOverrides => {
  if (!hasCentre(areaCode)) return {}
  const { gateway } = profileOf(areaCode, '')
  const account = textOf(settings.gatewayAccount)
  const sealed = textOf(settings.gatewaySecret)
  const secret = sealed && vault.open(sealed)
  const baseUrl = textOf(settings.centreUrl)
  const ca = textOf((settings.centreCa as { pem?: unknown } | undefined)?.pem)
  return {
    ...(baseUrl && { baseUrl }),
    ...(ca && { ca }),
    ...Object.fromEntries(
      flags.filter((name) => typeof settings[name] === 'boolean').map((name) => [name, settings[name]]),
    ),
    ...Object.fromEntries(texts.filter((name) => textOf(settings[name])).map((name) => [name, settings[name]])),
    ...(gateway.kind === 'TIF' && {
      gateway: { ...gateway, paasid: account ?? gateway.paasid, secret: secret ?? gateway.secret },
    }),
    ...(gateway.kind === 'CSB' && {
      gateway: { ...gateway, accessKey: account ?? gateway.accessKey, secretKey: secret ?? gateway.secretKey },
    }),
  }
}

const known = new WeakMap<object, Map<string, number>>()

/**
 * Takes up the connections that were saved since the last look, by whichever node: at the start, after a save, and
 * every few seconds (the job `settings`). Answers the areas that changed.
 */
export const refreshCentres = async ({ db, services }: Pick<Deps, 'db' | 'services'>): Promise<string[]> => {
  const { centre, vault } = services
  const seen = known.get(centre) ?? new Map<string, number>()
  known.set(centre, seen)
  const rows = await db.select({ code: area.code, revision: area.settingsRevision, settings: area.settings }).from(area)
  const changed = rows.filter(({ code, revision }) => (seen.get(code) ?? 0) !== revision)
  for (const { code, revision, settings } of changed) {
    centre.configure(code, overridesOf(code, settings, vault))
    seen.set(code, revision)
  }
  return changed.map(({ code }) => code)
}
