import { approvalTarget } from '@yibao/shared/approval.ts'
import { sqlVersion } from '@yibao/shared/calls/sql-version.ts'
import { callServer } from '../../../api/index.ts'
import { pickShape } from '../../../kit/fields.ts'
import { type Action, late, needOf, type RowOf } from '../../../kit/index.ts'

type Row = RowOf<typeof sqlVersion.paged>

const Script = late(() => import('./script.tsx'))

const texts = {
  execute: { text: '执行', stays: '不执行', heading: '执行脚本' },
  rollback: { text: '回滚', stays: '不回滚', heading: '回滚脚本' },
} as const

/**
 * A script is read and given a reason, confirmed, and authorised by a second person; only then it is executed. What is
 * approved is what was shown: its checksum goes with every step.
 */
export const runAction = (kind: keyof typeof texts, shown: (row: Row) => boolean): Action<Row> => {
  const { text, stays, heading } = texts[kind]
  const call = sqlVersion[kind]
  return {
    ...{ key: kind, text, danger: true, need: needOf(call), shown },
    disabled: ({ barred }) => barred || undefined,
    run: async ({ id }, { dialogs }) => {
      const one = await callServer(sqlVersion.get, { id })
      const { version, name, module, database, checksum, script, rollback } = one
      const about = `${version} ${name}`
      const own = kind === 'execute' ? script : rollback
      let progressId = ''
      await dialogs.form({
        title: `${text} ${about}`,
        wide: true,
        intro: (
          <>
            <p>
              模块 {module}，数据库 {database}。整个脚本在一个事务里执行：一条语句不成功，全部撤回。
            </p>
            <Script title={heading} text={own} />
            {kind === 'execute' &&
              (rollback ? (
                <Script title="回滚脚本" text={rollback} />
              ) : (
                <p>没有回滚脚本，执行成功后不能在这里撤销。</p>
              ))}
          </>
        ),
        shape: pickShape(call.input.shape, ['reason']),
        okText: '下一步：确认',
        cancelText: stays,
        danger: true,
        // What was typed stays where a step behind it is called off.
        submit: async (values) => {
          const reason = String(values.reason)
          const sure = await dialogs.confirm({
            title: `确认${text} ${about}`,
            tips: `会直接改动 ${database} 的数据，原因：${reason}。执行期间用到相同数据的门店要等待，请避开营业高峰。下一步请另一位超级管理员授权。`,
            okText: '下一步：授权',
            cancelText: stays,
            danger: true,
          })
          if (!sure) return false
          const authorizationId = await dialogs.authorize({
            action: 'sqlScript',
            target: approvalTarget.sqlScript(kind, id, checksum),
            about: `${text}数据库脚本 ${about}，校验值 ${checksum.slice(0, 12)}，原因：${reason}`,
          })
          if (!authorizationId) return false
          progressId = (await callServer(call, { id, checksum, reason, authorizationId })).progressId
          return true
        },
      })
      if (progressId) await dialogs.progress({ title: `${text} ${about}`, progressId })
    },
  }
}
