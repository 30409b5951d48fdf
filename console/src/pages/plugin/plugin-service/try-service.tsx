import { plugin } from '@yibao/shared/calls/plugin.ts'
import { AskDrawer } from '../../../hints/ask-drawer.tsx'
import styles from '../../../hints/hints.module.css'
import { type RowOf, Status } from '../../../kit/index.ts'
import { Wire } from '../../../kit/wire.tsx'

type Row = RowOf<typeof plugin.servicePaged>

/** 测试: what a service makes of a message that is pasted; nothing is sent. */
export const TryService = ({ row, onClose }: { row: Row; onClose: () => void }) => (
  <AskDrawer
    title={`测试服务 ${row.name}（${row.infno}）`}
    intro="请求：粘贴按标准写的整条报文，看它按规则改写后发给中心的样子。答复：粘贴中心答复的整条报文，看系统读到的样子。只在这里试，不发给中心，也不保存。"
    call={plugin.serviceTest}
    fields={['direction', 'message']}
    initial={{ direction: 'in' }}
    fixed={{ plugin: row.plugin, code: row.code }}
    action="映射"
    onClose={onClose}
  >
    {({ ok, text, faults }) => (
      <>
        <p>
          <Status tone={ok ? 'good' : 'harm'}>{ok ? '映射后的报文，没有发出' : '这条报文不会这样发出'}</Status>
        </p>
        <ul className={styles.hits}>
          {faults.map((fault) => (
            <li key={fault}>{fault}</li>
          ))}
        </ul>
        <Wire text={text} />
      </>
    )}
  </AskDrawer>
)
