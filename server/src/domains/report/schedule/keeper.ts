import { can } from '@yibao/shared/permission.ts'
import type { Context, Deps } from '../../../call/context.ts'
import { contextOf, standIn } from '../../auth/stand-in.ts'
import { type Definition, mayKeep } from '../defined/place.ts'

/** A person over a report's area, as he may send it now; undefined where he was stopped, or keeps it no longer. */
export const keeperOf = async (
  deps: Deps,
  userId: string,
  { areaCode }: Pick<Definition, 'areaCode'>,
): Promise<Context | undefined> => {
  const user = await standIn(deps, userId, areaCode || undefined)
  if (!user) return undefined
  const c = contextOf(deps, user)
  const sends = can(user, { menuCode: 'ReportManager', buttonCode: 'push' })
  return sends && (await mayKeep(c, areaCode)) ? c : undefined
}
