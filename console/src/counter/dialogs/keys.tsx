import { useCaption, useCounter, useKeys } from '../parts/store-context.ts'
import { usePc } from '../parts/use-pc.ts'
import { thisPc } from '../world/pc.ts'
import css from './dialogs.module.css'
import own from './keys.module.css'
import { ToRead } from './to-read.tsx'

/** What this PC is set to; it takes effect at once, behind the dialog. */
const PcChoices = () => {
  const { leftHanded, sound } = usePc()
  const { area } = useCounter()
  const off = area?.counterSound === false
  return (
    <fieldset className={own.choicesOfPc}>
      <legend>本机设置</legend>
      <label>
        <input
          type="checkbox"
          checked={leftHanded}
          onChange={(event) => thisPc.change({ leftHanded: event.target.checked })}
        />
        左手布局
      </label>
      <label>
        <input
          type="checkbox"
          checked={sound && !off}
          disabled={off}
          onChange={(event) => thisPc.change({ sound: event.target.checked })}
        />
        提示音{off && '（本区划已关闭）'}
      </label>
    </fieldset>
  )
}

/** F1: every key of this counter, and what this PC is set to. */
export const KeysDialog = () => {
  const keys = useKeys()
  const caption = useCaption()
  return (
    <ToRead title="按键一览">
      <dl className={own.keys}>
        {keys
          .filter(({ action }) => action !== 'hold' && action !== 'unused')
          .map(({ action, caption, title }) => (
            <div key={action}>
              <dt>
                <kbd>{caption}</kbd>
              </dt>
              <dd>{title}</dd>
            </div>
          ))}
      </dl>
      <PcChoices />
      <p className={css.meaning}>
        扫码在任何位置都有效。先输入 3* 再扫码，数量为 3；扫码后输入 3* 按 Enter，改为 3。{caption('settle')}{' '}
        只在预结算有效时结算
      </p>
    </ToRead>
  )
}
