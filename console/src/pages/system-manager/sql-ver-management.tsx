import { sqlVersion } from '@yibao/shared/calls/sql-version.ts'
import { act, defineList, hiddenColumns, late, type RowOf, uploadAction } from '../../kit/index.ts'
import { runAction } from './sql-ver-management/run.tsx'
import { tones } from './sql-ver-management/tones.ts'

type Row = RowOf<typeof sqlVersion.paged>
const isOpen = ({ kind, state }: Row) => kind === 'script' && ['pending', 'failed', 'undone'].includes(state)

const SqlDetail = late(async () => ({ default: (await import('./sql-ver-management/detail.tsx')).SqlDetail }))

/** SQL版本管理: what changed the database, and signed scripts that two people execute (domain.md 8.2). */
export default defineList({
  tableId: 'sql-ver-management',
  call: sqlVersion.paged,
  empty: '没有符合条件的版本。请放宽条件',
  filters: ['version', 'module', 'state', { key: 'database', more: true }],
  refreshEvery: 30_000,
  columns: [
    { key: 'version', width: 76, sort: true },
    { key: 'name', width: 196 },
    { key: 'module', width: 84 },
    { key: 'state', width: 92, tones },
    { key: 'ms', width: 106, sort: true },
    { key: 'executor', width: 158 },
    { key: 'at', width: 110, sort: true },
    { key: 'error', width: 104 },
    ...hiddenColumns({ database: 170, kind: 90, rows: 90, checksum: 200 }),
  ],
  detail: ({ row: { id }, onClose }) => <SqlDetail input={{ id }} onClose={onClose} />,
  actions: [
    uploadAction({
      key: 'upload',
      text: '上传脚本包',
      call: sqlVersion.upload,
      file: '签名后的脚本包（json）',
      accept: '.json',
      fields: [],
      intro: '只收用两把发布密钥签名的脚本包。上传不会执行，执行前可以看到全部内容。',
      done: '脚本包已收下，还没有执行',
    }),
  ],
  rowActions: [
    runAction('execute', isOpen),
    runAction('rollback', ({ state, reversible }) => state === 'done' && reversible),
    act({
      key: 'markDone',
      text: '标记完成',
      call: sqlVersion.markDone,
      shown: isOpen,
      input: ({ id }: Row) => ({ id }),
      form: {
        title: ({ version, name }: Row) => `标记完成 ${version} ${name}`,
        fields: ['reason'],
        intro: '用于已在别处手工执行过的脚本。标记后这里不再执行它，也不能回滚。',
        okText: '标记完成',
        cancelText: '不标记',
      },
      done: '已标记完成',
    }),
  ],
})
