import type { medicalDll } from '@yibao/shared/calls/driver-package.ts'
import { Alert, Button, Input } from 'antd'
import { useId, useState } from 'react'
import { callServer, useCall } from '../api/index.ts'
import { ui } from '../api/ui.ts'
import { useWork } from '../kit/use-work.ts'
import styles from './abi.module.css'

interface Props {
  calls: Pick<typeof medicalDll, 'settings' | 'saveSettings'>
  agentId: string
  driverId: string
}

/** What a driver is started with at one counter; what is left empty is the package's own. */
export const CounterSettings = ({ calls, agentId, driverId }: Props) => {
  const which = { agentId, driverId }
  const { data, error, refetch } = useCall(calls.settings, which, { staleTime: 0 })
  const [typed, setTyped] = useState<Record<string, string>>({})
  const [running, run] = useWork()
  const group = useId()
  const fields = data?.fields ?? []
  const save = async () => {
    const kept = fields.map(({ name, value }) => [name, typed[name] ?? value] as const)
    await callServer(calls.saveSettings, { ...which, values: Object.fromEntries(kept) })
    setTyped({})
    refetch()
    ui().success('已保存，电脑在线时约 30 秒内生效')
  }
  if (error) return <Alert type="error" showIcon title={error.message} />
  if (data && !fields.length) return <Alert type="info" showIcon title="这个驱动没有需要填写的参数" />
  return (
    <div className={styles.call}>
      <span>只对这台电脑生效；留空时用驱动包里的值。所有电脑都一样的值，请在「接口」里改。</span>
      {fields.map(({ name, title, value, standard, secret, own }) => {
        const props = {
          id: `${group}-${name}`,
          value: typed[name] ?? value,
          maxLength: 4000,
          autoComplete: 'off',
          placeholder: secret ? (own ? '已填写，留空不变' : '未填写') : standard || '未填写',
          onChange: ({ target }: { target: { value: string } }) => setTyped({ ...typed, [name]: target.value }),
        }
        return (
          <div key={name}>
            <label htmlFor={props.id}>{title}</label>
            {secret ? <Input.Password {...props} autoComplete="new-password" /> : <Input {...props} />}
          </div>
        )
      })}
      <Button loading={running} disabled={!Object.keys(typed).length} onClick={() => void run(save)}>
        保存参数
      </Button>
    </div>
  )
}
