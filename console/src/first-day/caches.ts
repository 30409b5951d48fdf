import { readText, remove, type StoreKey } from '../state/storage.ts'
import type { Check } from './context.ts'

/** Lists that are fetched again by themselves (SPEC 3); sessions, drafts and the settings of this PC stay. */
const lists: StoreKey[] = [
  'districtOptions',
  'medicalAreaCodes',
  'cardReaderTypes',
  'cardDistricts',
  'allEnums',
  'ui',
  'uiTable',
]

const kept = () => lists.filter((key) => readText(key) !== '')

/** Forgets what this browser keeps of lists and tables, after a question. */
export const clearCaches: Check = async ({ ask }) => {
  const found = kept()
  if (!found.length) return { text: '本机没有缓存，不需要清除' }
  const answer = await ask({
    kind: 'choose',
    text: `清除本机的 ${found.length} 项缓存？登录状态、没有结算的购药单和本机设置不受影响。`,
    options: [
      { value: 'clear', text: '清除缓存' },
      { value: 'keep', text: '不清除' },
    ],
  })
  if (answer !== 'clear') return { text: `保留 ${found.length} 项缓存` }
  remove(...found)
  return { text: `已清除 ${found.length} 项缓存，用到时自动重新读取` }
}
