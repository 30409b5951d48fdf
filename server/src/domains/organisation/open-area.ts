import type { InputOf } from '@yibao/shared/call.ts'
import type { ybConfig } from '@yibao/shared/calls/base.ts'
import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import { districts, knowAreas } from './districts.ts'
import { area } from './tables.ts'

/** YBConfig/OpenMedicalArea: an area in which companies may have stores; opened again it takes the new name. */
export const openMedicalArea = async (
  { medicalAreaCode: code, name }: InputOf<typeof ybConfig.openMedicalArea>,
  c: Context,
): Promise<null> => {
  if (!/^[1-9]\d{5}$/.test(code))
    refuse(
      'input.invalid',
      { text: '区划编码应为 6 位数字' },
      { fields: { medicalAreaCode: '应为 6 位数字，例如 330100' } },
    )
  const known = name?.trim() || districts.find((one) => one.code === code)?.name
  if (!known)
    return refuse('input.invalid', { text: '请填写区划名称' }, { fields: { name: '没有收录这个区划，请填写名称' } })
  await c.db
    .insert(area)
    .values({ code, name: known })
    .onConflictDoUpdate({ target: area.code, set: { name: known } })
  knowAreas([{ code, name: known }])
  c.on(`${code} ${known}`)
  return null
}
