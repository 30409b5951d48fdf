import type { medicalDll } from '@yibao/shared/calls/driver-package.ts'
import { Alert, Button, Input, Space } from 'antd'
import { useId, useState } from 'react'
import { CallError, callServer, useCall } from '../api/index.ts'
import { ui } from '../api/ui.ts'
import { ReadFault, useDialogs } from '../kit/index.ts'
import { useWork, whileRunning } from '../kit/use-work.ts'
import styles from './abi.module.css'

interface Props {
  calls: Pick<typeof medicalDll, 'settings' | 'saveSettings'>
  agentId: string
  driverId: string
}

const saved = '已保存，电脑在线时约 30 秒内生效'

/** What a driver is started with at one counter; what is left empty is the package's own, and a secret that is taken back. */
export const CounterSettings = ({ calls, agentId, driverId }: Props) => {
  const which = { agentId, driverId }
  const { data, error, refetch } = useCall(calls.settings, which, { staleTime: 0 })
  const [typed, setTyped] = useState<Record<string, string>>({})
  const [clashed, setClashed] = useState(false)
  const [running, run] = useWork()
  const [dialogs, holder] = useDialogs()
  const group = useId()
  const fields = data?.fields ?? []
  /** Over what is shown: where somebody else has saved since, that is shown beside what was typed, and nothing is saved. */
  const send = async (changes: { values: Record<string, string>; clear?: string[] }) => {
    try {
      await callServer(calls.saveSettings, { ...which, ...changes, seen: data?.mark })
    } catch (fault) {
      if (fault instanceof CallError && fault.extend?.key === 'seen.changed') {
        await refetch()
        setClashed(true)
      }
      throw fault
    }
  }
  const save = async () => {
    // Only what was typed: the others are as they are.
    await send({ values: typed })
    setTyped({})
    setClashed(false)
    await refetch()
    ui().success(saved)
  }
  const restore = async ({ name, title }: (typeof fields)[number]) => {
    const sure = await dialogs.confirm({
      title: `把「${title}」恢复为驱动包的值？`,
      tips: '这台电脑单独填写的值会被删除，不能找回；再要用它需要重新填写。',
      okText: '恢复为驱动包的值',
      cancelText: '不恢复',
      danger: true,
    })
    if (!sure) return
    await run(async () => {
      await send({ values: {}, clear: [name] })
      setTyped(({ [name]: _, ...others }) => others)
      await refetch()
      ui().success(saved)
    })
  }
  if (error) return <ReadFault error={error} again={refetch} />
  if (data && !fields.length) return <Alert type="info" showIcon title="这个驱动没有需要填写的参数" />
  return (
    <div className={styles.call}>
      <span>只对这台电脑生效；留空时用驱动包里的值。所有电脑都一样的值，请在「接口」里改。</span>
      {fields.map((field) => {
        const { name, title, value, standard, secret, own } = field
        const props = {
          id: `${group}-${name}`,
          value: typed[name] ?? value,
          maxLength: 4000,
          autoComplete: 'off',
          placeholder: secret ? (own ? '已单独填写，留空不变' : '没有单独填写，用驱动包的值') : standard || '未填写',
          onChange: ({ target }: { target: { value: string } }) => setTyped({ ...typed, [name]: target.value }),
        }
        return (
          <div key={name}>
            <label htmlFor={props.id}>{title}</label>
            {secret ? (
              <Space.Compact block>
                <Input.Password {...props} autoComplete="new-password" />
                {own && (
                  <Button
                    disabled={running}
                    aria-label={`${title}：恢复为驱动包的值`}
                    onClick={() => void restore(field)}
                  >
                    恢复为驱动包的值
                  </Button>
                )}
              </Space.Compact>
            ) : (
              <Input {...props} />
            )}
            {clashed && name in typed && !secret && <span>现在保存的是「{value || '驱动包的值'}」</span>}
          </div>
        )
      })}
      <Button {...whileRunning(running)} disabled={!Object.keys(typed).length} onClick={() => void run(save)}>
        保存参数
      </Button>
      {holder}
    </div>
  )
}
