import type { medicalDll } from '@yibao/shared/calls/driver-package.ts'
import { Alert, Button, Drawer, Input, Select, Space } from 'antd'
import { useEffect, useState } from 'react'
import { callServer, useCall } from '../api/index.ts'
import { onLive } from '../api/live.ts'
import { metaAt, optionsRead, ReadFault, useWork, whileRunning } from '../kit/index.ts'
import Segmented from '../kit/segmented.tsx'
import styles from './abi.module.css'
import { CounterSettings } from './counter-settings.tsx'

type Calls = Pick<typeof medicalDll, 'clients' | 'get' | 'test' | 'testResult' | 'settings' | 'saveSettings'>

interface Props {
  calls: Calls
  id: string
  driverId: string
  onClose: () => void
}

type How = '读卡' | '函数' | '参数'

/** While the live line is cut the result is asked for by time. ms. */
const askEvery = 3_000

const Result = ({ calls, commandId }: { calls: Calls; commandId: string }) => {
  const { data, refetch } = useCall(calls.testResult, { commandId }, { staleTime: 0 })
  const ended = data !== undefined && !['waiting', 'sent'].includes(data.state)
  useEffect(() => {
    if (ended) return
    const timer = setInterval(() => void refetch(), askEvery)
    const stop = onLive('agent.command', (told) => {
      if (told.commandId === commandId) void refetch()
    })
    return () => {
      clearInterval(timer)
      stop()
    }
  }, [commandId, ended, refetch])
  if (!ended) return <Alert type="info" showIcon title="已发给电脑，正在等它答复（读卡最长约 90 秒）" />
  const lines = data.text.split('\n')
  return (
    <Alert
      type={data.state === 'done' ? 'success' : 'error'}
      showIcon
      title={lines[0] || '这台电脑没有按时答复，请确认它仍在线'}
      description={lines.slice(1).map((line) => <div key={line}>{line}</div>)}
    />
  )
}

/** Tries a driver on a counter of choice: a read, or one function. What is read comes masked from the counter. */
export const TryOut = ({ calls, id, driverId, onClose }: Props) => {
  const clients = useCall(calls.clients, { driverId }, { staleTime: 0 })
  const { data, error, refetch } = useCall(calls.get, { id })
  const manifest = data?.manifest as { tasks?: object; functions?: Record<string, { class: string }> } | undefined
  const media = Object.keys(manifest?.tasks ?? {}).flatMap((task) => (task.startsWith('read.') ? [task.slice(5)] : []))
  const harmless = Object.entries(manifest?.functions ?? {}).filter(([, spec]) => /^(read|identity)$/.test(spec.class))
  const names = metaAt(calls.test.input.shape, 'medium').choices ?? {}
  const [agentId, setAgentId] = useState<string>()
  const [chosen, setHow] = useState<How>()
  // A settlement library reads no card.
  const ways: How[] = [...(media.length ? ['读卡' as const] : []), '函数', '参数']
  const how = chosen ?? ways[0]!
  const [medium, setMedium] = useState<string>()
  const [fn, setFn] = useState<string>()
  const [args, setArgs] = useState('')
  // A result is of the counter and the read or function it was asked for, and stands under no other.
  const [tried, setTried] = useState<{ commandId: string; of: string }>()
  const what = how === '读卡' ? { medium: (medium ?? media[0]) as 'socialCard' } : { fn, args: args || undefined }
  const asked = JSON.stringify([agentId, what])
  const ready = agentId !== undefined && how !== '参数' && (how === '读卡' || fn !== undefined)
  // A second press would have the counter read once more.
  const [running, run] = useWork()
  const send = async () => {
    setTried(undefined)
    const { commandId } = await callServer(calls.test, { agentId: agentId!, driverId, ...what })
    setTried({ commandId, of: asked })
  }
  return (
    <Drawer
      open
      size={Math.min(560, innerWidth)}
      title={`试用：${data?.name ?? ''}`}
      onClose={onClose}
      footer={
        <Space style={{ justifyContent: 'flex-end', width: '100%' }}>
          <Button onClick={onClose}>关闭</Button>
          <Button type="primary" {...whileRunning(running)} disabled={!ready} onClick={() => void run(send)}>
            开始试用
          </Button>
        </Space>
      }
    >
      <Space orientation="vertical" style={{ width: '100%' }}>
        <span>在选定的电脑上读一次卡或调用一个函数，记入操作日志；读到的内容在那台电脑上遮盖后才传回。</span>
        <ReadFault error={error} again={refetch} />
        <Select
          {...optionsRead(clients, '没有在线的电脑装有这个驱动')}
          aria-label="电脑"
          style={{ width: '100%' }}
          placeholder={clients.data?.length === 0 ? '没有在线的电脑装有这个驱动' : '选择在线的电脑'}
          showSearch={{ optionFilterProp: 'label' }}
          value={agentId}
          options={clients.data?.map((one) => ({ value: one.agentId, label: `${one.name} · 驱动 ${one.version}` }))}
          onChange={setAgentId}
        />
        <Segmented<How> aria-label="试用方式" options={ways} value={how} onChange={setHow} />
        {how === '参数' ? (
          agentId ? (
            <CounterSettings key={agentId} calls={calls} agentId={agentId} driverId={driverId} />
          ) : (
            <span>先选择电脑。</span>
          )
        ) : how === '读卡' ? (
          <Select
            aria-label="读取"
            style={{ width: '100%' }}
            value={medium ?? media[0]}
            options={media.map((one) => ({ value: one, label: names[one] ?? one }))}
            onChange={setMedium}
          />
        ) : (
          <div className={styles.call}>
            <Select
              aria-label="函数"
              placeholder="选择查询或读取身份的函数"
              showSearch
              value={fn}
              options={harmless.map(([name]) => ({ value: name, label: name }))}
              onChange={setFn}
            />
            <Input.TextArea
              aria-label="参数（JSON）"
              placeholder={'参数（JSON），如 {"iType": 3}'}
              value={args}
              maxLength={8000}
              autoSize={{ minRows: 2, maxRows: 6 }}
              onChange={({ target }) => setArgs(target.value)}
            />
          </div>
        )}
        {tried?.of === asked && how !== '参数' && (
          <Result key={tried.commandId} calls={calls} commandId={tried.commandId} />
        )}
      </Space>
    </Drawer>
  )
}
