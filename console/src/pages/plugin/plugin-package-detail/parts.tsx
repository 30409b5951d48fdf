import type { ResultOf } from '@yibao/shared/call.ts'
import type { plugin } from '@yibao/shared/calls/plugin.ts'
import { pluginPackageDetail, pluginServiceKind } from '@yibao/shared/entities/plugin.ts'
import { formatCount } from '@yibao/shared/money.ts'
import { Button } from 'antd'
import { Group, metaAt, SmallTable, Value } from '../../../kit/index.ts'
import { packageTones } from '../../../plugins/package-actions.ts'
import { go } from '../../../state/go.ts'
import styles from './plugin-detail.module.css'

type Detail = ResultOf<typeof plugin.packageGet>

const stateMeta = metaAt(pluginPackageDetail.shape, 'state')
const kindMeta = metaAt({ kind: pluginServiceKind }, 'kind')

/** A version's state with its shape. */
export const State = ({ value }: { value: Detail['state'] }) => (
  <Value meta={stateMeta} value={value} tones={packageTones} />
)

/** Each service with its rules as sentences. */
export const Services = ({ rows }: { rows: Detail['serviceList'] }) => (
  <Group title="服务">
    <ul className={styles.services}>
      {rows.map(({ code, name, kind, infno, does, lines }) => (
        <li key={code}>
          <b>{name}</b>
          <span className={styles.about}>
            {code} · 交易 {infno} · <Value meta={kindMeta} value={kind} /> · {does}
          </span>
          <ol>
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ol>
        </li>
      ))}
    </ul>
  </Group>
)

/** Every version of the plugin, the newest first; another one opens in this place. */
export const Versions = ({ rows, current }: { rows: Detail['versions']; current: string }) => (
  <Group title="版本">
    <SmallTable head={['版本', '状态', '上传', '变更', { title: '操作', unseen: true }]}>
      {rows.map((row) => (
        <tr key={row.id} aria-current={row.id === current || undefined}>
          <td data-whole>{row.version}</td>
          <td data-whole>
            <State value={row.state} />
          </td>
          <td>
            {row.uploadedAt} {row.uploadedBy}
          </td>
          <td className={styles.changes}>{row.changes || '没有说明'}</td>
          <td data-whole>
            {row.id === current ? (
              <small>当前查看</small>
            ) : (
              <Button
                type="link"
                size="small"
                aria-label={`查看版本 ${row.version}`}
                onClick={() => go(`/plugin/plugin-package-detail?id=${row.id}`)}
              >
                查看
              </Button>
            )}
          </td>
        </tr>
      ))}
    </SmallTable>
  </Group>
)

/** What lies in the package besides its signed list. */
export const Files = ({ rows }: { rows: Detail['fileList'] }) => (
  <Group title="文件">
    {rows.length === 0 && <p className={styles.about}>只有签名的清单</p>}
    <ul className={styles.files}>
      {rows.map(({ path, size, sha256 }) => (
        <li key={path}>
          <b>{path}</b> {formatCount(size)} 字节 <code title={sha256}>{sha256.slice(0, 16)}…</code>
        </li>
      ))}
    </ul>
  </Group>
)
