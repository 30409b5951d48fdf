import type { InputOf } from '@yibao/shared/call.ts'
import { clientMonitor } from '@yibao/shared/calls/client-monitor.ts'
import { clientRow } from '@yibao/shared/entities/client-monitor.ts'
import { Button, Drawer, Tooltip } from 'antd'
import { useEffect, useState } from 'react'
import { callServer, useCall } from '../../../api/index.ts'
import { onLive } from '../../../api/live.ts'
import { Facts, Fields, metaAt, needOf, ReadFault, type RowOf, useDialogs, whileRunning } from '../../../kit/index.ts'
import { useCan } from '../../../state/me.ts'
import styles from './client-monitor.module.css'
import { Command } from './command.tsx'
import { deviceTones } from './tones.ts'

type Row = RowOf<typeof clientMonitor.paged>
type Kind = InputOf<typeof clientMonitor.command>['kind']

const tones = {
  online: { online: 'good', offline: 'harm' },
  desk: deviceTones,
  driver: deviceTones,
  printer: deviceTones,
} as const

const kinds: readonly { kind: Kind; text: string; confirm?: string }[] = [
  { kind: 'selfTest', text: '自检' },
  { kind: 'log', text: '查看日志' },
  { kind: 'bundle', text: '诊断包' },
  {
    kind: 'restart',
    text: '重启助手',
    confirm:
      '重新启动这台电脑的桌面程序和驱动，约 5 秒内不能读卡和打印。正在读卡或打印时不执行，排队等待，最多 5 分钟。',
  },
]

/** Devices by line, what is not installed behind what is: every desk lists drivers that it does not use. */
const Devices = ({ of }: { of: string }) => {
  const isAbsent = (line: string) => line.endsWith('未安装')
  const lines = of.split('；').toSorted((a, b) => Number(isAbsent(a)) - Number(isAbsent(b)))
  return (
    <ul className={styles.devices}>
      {lines.map((line) => (
        <li key={line} data-absent={isAbsent(line) || undefined}>
          {line || '--'}
        </li>
      ))}
    </ul>
  )
}

/** Why nothing can be asked of this counter now. */
const reasonNot = ({ online, manageable }: Row) => {
  if (!manageable) return '还服务于权限外的门店，请联系超级管理员'
  return online === 'online' ? undefined : '不在线，请让店员打开电脑并确认本机助手在运行'
}

/** One counter beside the list: how it is, and what an administrator without its hardware can do for its clerk. */
export default function ClientDetail({ row, onClose }: { row: Row; onClose: () => void }) {
  const { agentId, machine } = row
  const can = useCan()
  const [dialogs, dialogNodes] = useDialogs()
  const [opened, setOpened] = useState('')
  const commands = useCall(
    clientMonitor.commands,
    { agentId, pageSize: 10 },
    { staleTime: 0, refetchInterval: 5_000, keepPrevious: true },
  )
  const { refetch } = commands
  useEffect(
    () =>
      onLive('agent.command', (event) => {
        if (event.agentId === agentId) void refetch()
      }),
    [agentId, refetch],
  )
  const allowed = (needOf(clientMonitor.command) ?? []).some(can)
  const reason = reasonNot(row)
  const items = commands.data?.items ?? []
  const running = (kind: Kind) => items.some((one) => one.kind === kind && ['waiting', 'sent'].includes(one.state))
  const give = async ({ kind, text, confirm }: (typeof kinds)[number]) => {
    const ask = { title: `${text}：${machine}`, tips: confirm, okText: text, cancelText: `不${text}` }
    if (confirm && !(await dialogs.confirm(ask))) return
    const { commandId } = await callServer(clientMonitor.command, { agentId, kind })
    setOpened(commandId)
    await refetch()
  }
  return (
    <Drawer open size={Math.min(640, innerWidth)} title={machine} onClose={onClose}>
      <Fields
        shape={clientRow.shape}
        values={row}
        tones={tones}
        fields={[
          'stores',
          'online',
          'lastSeenAt',
          'version',
          'update',
          'records',
          'desk',
          'driver',
          'printer',
          'mac',
          'ip',
          'lastReadAt',
          'reads',
          'readFaults',
          'faults',
          'enrolledAt',
          'accepted',
          'agentId',
        ]}
      />
      {allowed && (
        <div className={styles.actions}>
          {kinds.map((one) => (
            <Tooltip key={one.kind} title={reason}>
              <Button
                disabled={reason !== undefined}
                {...whileRunning(running(one.kind))}
                onClick={() => void give(one).catch(() => undefined)}
              >
                {one.text}
              </Button>
            </Tooltip>
          ))}
        </div>
      )}
      {allowed && <p className={styles.hint}>日志和诊断包在客户端已隐去个人信息；每次操作都记入操作日志。</p>}
      <ReadFault error={commands.error} again={refetch} old={commands.data} />
      <ul className={styles.commands}>
        {items.map((one) => (
          <Command
            key={one.commandId}
            row={one}
            open={opened === one.commandId}
            readable={allowed && row.manageable}
            onOpen={() => setOpened(opened === one.commandId ? '' : one.commandId)}
          />
        ))}
      </ul>
      <Facts
        of={(['drivers', 'printers'] as const).map((field) => ({
          title: metaAt(clientRow.shape, field).title,
          value: <Devices of={row[field]} />,
          long: true,
        }))}
      />
      {dialogNodes}
    </Drawer>
  )
}
