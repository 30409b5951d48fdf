import { useEffect } from 'react'
import { ui } from '../../api/ui.ts'
import { useUnsaved } from '../../state/tab.tsx'

/** Whether what was filled in may go: somebody is asked. */
export const mayDrop = async (tips = '关闭后这些内容不再保留。', drop = '放弃并关闭'): Promise<boolean> =>
  (await ui().confirm({
    pubSubId: '',
    isEndPoint: false,
    action: '',
    title: '填写的内容还没有保存',
    tips,
    routeHeaders: {},
    buttonInfos: [
      { text: '继续填写', value: 'stay', sort: 1 },
      { text: drop, value: 'drop', sort: 2, danger: true },
    ],
  })) === 'drop'

/**
 * The ways out of a dialog whose inputs are its own (a form has them by itself): while it is `changed`, its tab asks before
 * it goes, and so does leaving the dialog; while it is being saved there is nothing to ask, and nothing may be changed.
 * `close` is for what was saved.
 */
export const useDraft = (changed: boolean, saving: boolean, onClose: (done: boolean) => void) => {
  const unsaved = useUnsaved()
  // Nothing is taken back where the effect ends: a tab that is behind another one still holds it.
  useEffect(() => unsaved(changed), [changed, unsaved])
  const close = (done: boolean) => {
    unsaved(false)
    onClose(done)
  }
  const leave = async () => {
    if (!saving && (!changed || (await mayDrop()))) close(false)
  }
  return { close, leave }
}
