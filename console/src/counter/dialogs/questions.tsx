import { shortTime } from '@yibao/shared/time.ts'
import { basketValues } from '../flow/parking.ts'
import { messageOf } from '../message.ts'
import { type ButtonId, buttonTexts, type MessageKey } from '../messages.ts'
import { useCaption, useCounter, useKeys, useOwnKeys, useStore } from '../parts/store-context.ts'
import { usePc } from '../parts/use-pc.ts'
import { thisPc } from '../world/pc.ts'
import css from './dialogs.module.css'
import { DialogButton, Frame } from './frame.tsx'

const useClose = () => {
  const { dispatch } = useStore()
  return () => dispatch({ type: 'closeDialog' })
}

/**
 * A message of place `dialog`: its words and its buttons. Where somebody asked for it, the one that changes the least has
 * the focus; a question that comes by itself gives it to none.
 */
export const MessageDialog = ({ message }: { message: MessageKey }) => {
  const { dispatch } = useStore()
  const ownKeys = useOwnKeys()
  const parts = messageOf(message, {}, ownKeys)
  const safe: ButtonId | undefined = parts.buttons[parts.buttons.length - 1]
  const press = (id: ButtonId) => dispatch({ type: 'button', id })
  return (
    <Frame
      title={parts.what}
      unasked={message === 'print.unsure'}
      onClose={() => (message === 'leave' ? press('stay') : dispatch({ type: 'closeDialog' }))}
      buttons={parts.buttons.map((id) => (
        <DialogButton key={id} first={id === safe && message === 'leave'} onClick={() => press(id)}>
          {ownKeys(buttonTexts[id])}
        </DialogButton>
      ))}
    >
      <p>{parts.meaning}</p>
      <p className={css.meaning}>{parts.next}</p>
    </Frame>
  )
}

export const ClearDialog = () => {
  const { dispatch } = useStore()
  const close = useClose()
  const parts = messageOf('clear.ask', basketValues(useCounter()))
  const caption = useCaption()
  return (
    <Frame
      title={parts.what}
      onClose={close}
      buttons={
        <>
          <DialogButton first onClick={close}>
            保留
          </DialogButton>
          <DialogButton danger onClick={() => dispatch({ type: 'clearConfirmed' })}>
            清除购药单
          </DialogButton>
        </>
      }
    >
      <p>{parts.meaning}</p>
      <p className={css.meaning}>
        {parts.next}。要为他保留，请关闭后按 {caption('park')} 挂单
      </p>
    </Frame>
  )
}

export const TypedIdDialog = ({ code }: { code: string }) => {
  const { dispatch } = useStore()
  const close = useClose()
  const parts = messageOf('read.typedId')
  return (
    <Frame
      title={parts.what}
      onClose={close}
      buttons={
        <>
          <DialogButton onClick={close}>不读取</DialogButton>
          <DialogButton first primary onClick={() => dispatch({ type: 'read', medium: 'idCard', code })}>
            读取参保信息
          </DialogButton>
        </>
      }
    >
      <p>{parts.meaning}</p>
      <p className={css.meaning}>{parts.next}</p>
    </Frame>
  )
}

/** What this PC is set to; it takes effect at once, behind the dialog. */
const PcChoices = () => {
  const { leftHanded, sound } = usePc()
  const { area } = useCounter()
  const off = area?.counterSound === false
  return (
    <fieldset className={css.choicesOfPc}>
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

export const KeysDialog = () => {
  const close = useClose()
  const keys = useKeys()
  const caption = useCaption()
  return (
    <Frame
      title="按键一览"
      wide
      onClose={close}
      buttons={
        <DialogButton first onClick={close}>
          关闭
        </DialogButton>
      }
    >
      <dl className={css.keys}>
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
    </Frame>
  )
}

export const BoughtDialog = () => {
  const close = useClose()
  const { bought = [] } = useCounter()
  return (
    <Frame
      title="近 30 天购药"
      wide
      onClose={close}
      buttons={
        <DialogButton first onClick={close}>
          关闭
        </DialogButton>
      }
    >
      <ul className={css.bought}>
        {bought.map(({ at, storeName, name, spec, quantity, sameStore, ownCode }) => (
          <li key={`${at}${ownCode}`}>
            <time>{shortTime(at, new Date())}</time>
            <b>{name}</b>
            <span>
              {spec} × {quantity}
            </span>
            <small>{sameStore ? '本店' : storeName}</small>
          </li>
        ))}
      </ul>
    </Frame>
  )
}
