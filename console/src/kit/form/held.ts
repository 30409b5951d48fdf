import { useEffect } from 'react'
import { ui } from '../../api/ui.ts'
import { useUnsaved } from '../../state/tab.tsx'

/** Asks whether what was filled in may go. */
export const mayDrop = async (): Promise<boolean> =>
  (await ui().confirm({
    pubSubId: '',
    isEndPoint: false,
    action: '',
    title: '填写的内容还没有保存',
    tips: '关闭后这些内容不再保留。',
    routeHeaders: {},
    buttonInfos: [
      { text: '继续填写', value: 'stay', sort: 1 },
      { text: '放弃并关闭', value: 'drop', sort: 2, danger: true },
    ],
  })) === 'drop'

/**
 * For a dialog that is no form and still holds what a person made, while `changed`: its tab asks before it goes, and what
 * this answers lets go of it only when that is meant.
 */
export const useHeld = (changed: boolean): ((leave: () => void) => Promise<void>) => {
  const unsaved = useUnsaved()
  useEffect(() => {
    unsaved(changed)
    return () => unsaved(false)
  }, [unsaved, changed])
  return async (leave) => {
    if (!changed || (await mayDrop())) leave()
  }
}
