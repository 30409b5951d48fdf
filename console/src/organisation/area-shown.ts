import type { Tools } from '../kit/index.ts'
import { shownArea } from '../kit/index.ts'
import { useMe } from '../state/me.ts'
import { cardDistricts } from './card-districts.ts'

/** The area that a list shows and that its actions act in, as people call it: the one it is narrowed to, else the session's. */
export const areaShown = async (tools: Pick<Tools, 'asked'>): Promise<string> => {
  const { medicalAreaCode: code } = shownArea(tools)
  const user = useMe.getState().me?.user
  if (!code || code === user?.medicalAreaCode)
    return [user?.medicalAreaName, user?.medicalAreaCode].filter(Boolean).join(' ')
  const known = await cardDistricts().catch(() => [])
  return [known.find(({ value }) => value === code)?.name, code].filter(Boolean).join(' ')
}
