import { ui } from '../../../api/ui.ts'
import { importRows, type Tools } from '../../../kit/index.ts'
import { areaShown } from '../../../organisation/area-shown.ts'
import { useMe } from '../../../state/me.ts'

/** 导入: stores of the area that is chosen in the tree, else of the one somebody works in. */
export const importStores = async (tools: Tools): Promise<void> => {
  const medicalAreaCode = tools.asked?.areaCode ?? useMe.getState().me?.user.medicalAreaCode
  if (medicalAreaCode)
    await importRows('StoreData', 'store', '导入门店', { where: areaShown }).run(undefined, {
      ...tools,
      asked: { ...tools.asked, medicalAreaCode },
    })
  else ui().error('门店按区划导入：请先在左边的树中选择公司下的区划')
}
