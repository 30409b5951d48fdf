import { useLayout } from '../state/layout.ts'
import { openDialog } from './messages/ui-store.ts'
import styles from './sheet.module.css'
import { bars, isAvailable, type Line, shellKeys } from './shell-keys.ts'

const tabs = () => bars() && useLayout.getState().tagsView

const pageKeys: readonly Line[] = [
  { keys: 'Tab / Shift+Tab', does: '下一个 / 上一个控件' },
  { keys: 'Enter', does: '打开选中的行，表单中到下一项' },
  { keys: 'Esc', does: '关闭最上面的一层' },
  { keys: '← →（可排序的列头上）', does: '调整列宽' },
  { keys: '↑ ↓ Home End（树中）', does: '移到一项；→ ← 展开收起，空格选择，打字即查找' },
  { keys: '← → Home End（页签上）', does: '移到另一个页签，Enter 打开', available: tabs },
  { keys: 'Shift+F10（页签上）', does: '页签的菜单：刷新、关闭其他、关闭全部', available: tabs },
  { keys: 'Delete（页签上）', does: '关闭页签', available: tabs },
]

/** The lines of the sheet, as the shell is at present. */
export const sheetLines = (): readonly Line[] => [...shellKeys, ...pageKeys].filter(isAvailable)

/** The sheet of all keys; read when somebody asks for it. */
export const openSheet = (): Promise<unknown> =>
  openDialog({
    tone: 'ask',
    title: '快捷键',
    body: (
      <dl className={styles.keys}>
        {sheetLines().map(({ keys, does }) => (
          <div key={keys}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    ),
    buttons: [{ text: '知道了', value: 'ok', primary: true }],
    dismissible: true,
  })
