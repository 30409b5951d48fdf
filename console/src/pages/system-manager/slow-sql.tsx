import { slowSql } from '@yibao/shared/calls/slow-sql.ts'
import { callServer } from '../../api/index.ts'
import { act, defineList, hiddenColumns, late, moreFilters } from '../../kit/index.ts'

const SlowDetail = late(() => import('./slow-sql/detail.tsx'))

/** 慢SQL: statements that took long, who asked for them, and how the database answers them (domain.md 8.2). Super administrators only. */
export default defineList({
  tableId: 'slow-sql',
  call: slowSql.paged,
  rowKey: 'digest',
  empty: '这几天没有超过阈值的语句。想看更快的语句，按「编辑阈值」调低',
  filters: ['from', 'to', 'minMs', 'table', ...moreFilters('node', 'digest')],
  columns: [
    { key: 'statement', width: 280 },
    { key: 'tables', width: 130 },
    { key: 'count', width: 76, sort: true },
    { key: 'averageMs', width: 88, sort: true },
    { key: 'maxMs', width: 88, sort: true },
    { key: 'totalMs', width: 96, sort: true },
    { key: 'lastAt', width: 106, sort: true },
    { key: 'callers', width: 200 },
    ...hiddenColumns({ nodes: 150, digest: 150 }),
    { key: 'rows', width: 100, sort: true, hidden: true },
  ],
  detail: ({ row, onClose }) => <SlowDetail digest={row.digest} onClose={onClose} />,
  actions: [
    act({
      key: 'threshold',
      text: '编辑阈值',
      call: slowSql.saveSetting,
      form: {
        fields: ['thresholdMs'],
        initial: async () => {
          const { thresholdMs } = await callServer(slowSql.setting, {})
          return { thresholdMs }
        },
        intro:
          '超过这个毫秒数的语句才记录，几秒内在所有节点生效，不用重启。调得很低会记下很多语句，看完请调回；默认 500。',
      },
      done: '阈值已修改，所有节点几秒内生效',
    }),
  ],
})
