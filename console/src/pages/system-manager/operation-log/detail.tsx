import { operationLog } from '@yibao/shared/calls/operation-log.ts'
import { defineDetail, Group, SmallTable } from '../../../kit/index.ts'
import styles from './operation-log.module.css'

const json = (value: unknown) => JSON.stringify(value, null, 2)

/** One operation: what was sent (secrets masked), and what it changed from and to. */
export const OperationDetail = defineDetail({
  call: operationLog.get,
  title: ({ action }) => action,
  groups: [
    { title: '操作', fields: ['at', 'userName', 'storeName', 'module', 'target', 'ok', 'message', 'ms'] },
    { title: '来源', fields: ['ip', 'client', 'requestId'] },
  ],
  tones: { ok: { true: 'good', false: 'harm' } },
  extra: ({ request, changes }) => (
    <>
      {changes.length > 0 && (
        <Group title="修改内容">
          <SmallTable head={['项目', '修改前', '修改后']}>
            {changes.map(({ title, from, to }) => (
              <tr key={title}>
                <td>{title}</td>
                <td>{from}</td>
                <td>{to}</td>
              </tr>
            ))}
          </SmallTable>
        </Group>
      )}
      <Group title="请求">
        <pre className={styles.json}>{json(request)}</pre>
      </Group>
    </>
  ),
})
