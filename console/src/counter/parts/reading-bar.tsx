import { locked } from '../flow/step.ts'
import type { KeyAction } from '../keys.ts'
import { Choice } from './choice.tsx'
import css from './reading-bar.module.css'
import { ScanBox } from './scan-box.tsx'
import { useCaption, useCounter, useStore } from './store-context.ts'

export const media = [
  { medium: 'eVoucher', title: '电子凭证', action: 'medium1', reader: false },
  { medium: 'socialCard', title: '社保卡', action: 'medium2', reader: true },
  { medium: 'idCard', title: '身份证', action: 'medium3', reader: true },
  { medium: 'socialECard', title: '电子社保卡', action: 'medium4', reader: true },
] as const satisfies readonly { medium: string; title: string; action: KeyAction; reader: boolean }[]

/** R1: the four media with their keys, the scan box, the kind of purchase (ux 2.2). */
export const ReadingBar = () => {
  const store = useStore()
  const state = useCounter()
  const caption = useCaption()
  const { area, medium, medicalType, link, person, reading } = state
  return (
    <div className={css.bar}>
      <fieldset className={css.media} data-agent={link.agent || undefined}>
        <legend className="unseen">读取凭证</legend>
        {media.map(({ medium: one, title, action, reader }) => (
          <button
            key={one}
            type="button"
            className={css.medium}
            data-reader={reader || undefined}
            data-read={(person?.medium === one && !reading) || undefined}
            data-busy={reading?.medium === one || undefined}
            aria-pressed={medium === one}
            aria-disabled={reader && !link.agent}
            title={reader && !link.agent ? '未连接本机助手，暂不能读卡' : undefined}
            onClick={() => store.dispatch({ type: 'read', medium: one })}
          >
            <kbd>{caption(action)}</kbd>
            {title}
            <span className={css.tick} aria-hidden="true">
              ✓
            </span>
          </button>
        ))}
      </fieldset>
      <ScanBox />
      <Choice
        className={css.kind}
        label="就诊类型"
        value={medicalType}
        options={area?.medicalTypes ?? [{ value: medicalType, name: '普通购药' }]}
        disabled={locked(state)}
        onChoose={(next) => store.dispatch({ type: 'chooseMedicalType', medicalType: next })}
      />
    </div>
  )
}
