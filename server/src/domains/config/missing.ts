import { parseTime } from '@yibao/shared/time.ts'
import type { Context } from '../../call/context.ts'
import { accountOf } from '../../centre/profile.ts'
import { profileOf } from '../../centre/profiles.ts'
import { overridesOf } from '../plugin/centre.ts'
import { titleOf } from './check.ts'

/**
 * What an area's connection lacks, by the titles of the options; empty = its centre can be asked. `settings`: the area's
 * own. A secret that was sealed with a lost key counts as missing: nothing is sent without it.
 */
export const missingOf = (c: Context, areaCode: string, settings: Record<string, unknown>): string[] => {
  const { config, services } = c.deps
  const { baseUrl, gateway } = profileOf(areaCode, config.centreUrl, overridesOf(areaCode, settings, services.vault))
  const { account, secret } = accountOf(gateway)
  const signs = gateway.kind !== 'NONE'
  const { validTo } = (settings.centreCa ?? {}) as { validTo?: string }
  return [
    ...(baseUrl ? [] : [titleOf('centreUrl')]),
    ...(signs && !account ? [titleOf('gatewayAccount')] : []),
    ...(signs && !secret ? [titleOf('gatewaySecret')] : []),
    ...(validTo && parseTime(validTo) <= c.now ? [`${titleOf('centreCa')}（已过期）`] : []),
  ]
}
