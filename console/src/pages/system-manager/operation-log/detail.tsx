import { operationLog } from '@yibao/shared/calls/system.ts'
import { defineDetail } from '../../../kit/index.ts'
import { changesOf } from './changes.ts'
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
  extra: ({ request, before, after }) => {
    const changes = changesOf(before, after)
    return (
      <>
        {changes.length > 0 && (
          <section>
            <h3>修改内容</h3>
            <table className={styles.changes}>
              <thead>
                <tr>
                  <th>项目</th>
                  <th>修改前</th>
                  <th>修改后</th>
                </tr>
              </thead>
              <tbody>
                {changes.map(({ path, from, to }) => (
                  <tr key={path}>
                    <td>{path}</td>
                    <td>{from}</td>
                    <td>{to}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        )}
        <section>
          <h3>请求</h3>
          <pre className={styles.json}>{json(request)}</pre>
        </section>
      </>
    )
  },
})
