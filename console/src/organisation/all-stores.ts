import { ybConfig } from '@yibao/shared/calls/base.ts'
import { callServer } from '../api/index.ts'
import { useMe } from '../state/me.ts'
import { areaOptions } from './areas.ts'

/**
 * Where all stores are that an administrator acts on: those of the area he works in, and what he does about his other ones.
 * Undefined for whoever works for one store.
 */
export const allStores = async (): Promise<{ where: string; elsewhere: string } | undefined> => {
  const user = useMe.getState().me?.user
  if (!user?.isAdminUser) return undefined
  const { medicalAreaCode: code, medicalAreaName: name } = user
  if (!code) return { where: '数据权限内', elsewhere: '' }
  const known = await callServer(ybConfig.pullUserMedicalAreas, {}, { silent: true }).catch(() => undefined)
  const others = areaOptions(known?.medicalAreas ?? []).some(({ value }) => value !== code)
  const where = `当前区划「${name || code}」内、数据权限下`
  return { where, elsewhere: others ? '其他区划请切换后再做。' : '' }
}

/** A text about work on a store to be chosen, and what it means to choose none; no word of it to who has no choice. */
export const ofAllStores = (text: string) => async (): Promise<string> => {
  const all = await allStores()
  return all ? `${text}不选门店就是${all.where}的全部门店。${all.elsewhere}` : text
}
