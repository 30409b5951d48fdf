import { reportDefinition } from '@yibao/shared/calls/report-definition.ts'
import { act, defineList, late, needOf, type RowOf } from '../../kit/index.ts'
import { OneAreaSelect, SuperAreaSelect } from '../../organisation/area-select.tsx'

type Row = RowOf<typeof reportDefinition.paged>

const Runner = late(() => import('./report-manager/runner.tsx'))
const History = late(() => import('./report-manager/history.tsx'))
// Forms are opened by who keeps reports; whoever only runs them never needs them.
const forms = () => import('./report-manager/forms.ts')

const inForce = ({ state, published, version }: Row) => state === 'published' && published === version
const idOf = ({ id }: Row) => ({ id })
const seenOf = ({ id, version }: Row) => ({ id, version })
const called = ({ code, name }: Row) => `报表「${code} ${name}」`

/** 报表管理: reports that administrators define, and everybody's way to those in force for him (domain.md 8.12). */
export default defineList({
  tableId: 'report-manager',
  call: reportDefinition.paged,
  empty: '没有报表。有权限的管理员按「新增报表」定义，发布后在这里运行',
  filters: [
    'name',
    'code',
    'module',
    'source',
    'state',
    { key: 'areaCode', title: '区划', more: true, input: SuperAreaSelect },
  ],
  columns: [
    { key: 'code', width: 90, sort: true },
    { key: 'name', width: 180 },
    { key: 'module', width: 70 },
    { key: 'source', width: 110 },
    { key: 'roles', width: 140 },
    { key: 'release', width: 160 },
    { key: 'state', width: 90, tones: { draft: 'warn', published: 'good', stopped: 'off' } },
    { key: 'modifiedAt', width: 110, sort: true },
    { key: 'areaName', width: 100, hidden: true },
    { key: 'modifier', width: 90, hidden: true },
    { key: 'paper', width: 90, hidden: true },
  ],
  actions: [
    {
      key: 'add',
      text: '新增报表',
      primary: true,
      need: needOf(reportDefinition.add),
      run: async (_, tools) => (await forms()).addReport(tools),
    },
  ],
  rowActions: [
    {
      key: 'run',
      text: '运行',
      shown: ({ runnable }) => runnable,
      run: (row, tools) =>
        tools.dialogs.open<void>((done) => <Runner row={row} tools={tools} onClose={() => done()} />),
    },
    {
      key: 'preview',
      text: '预览',
      shown: (row) => row.manageable && !(row.runnable && inForce(row)),
      run: (row, tools) =>
        tools.dialogs.open<void>((done) => <Runner draft row={row} tools={tools} onClose={() => done()} />),
    },
    {
      key: 'edit',
      text: '编辑',
      need: needOf(reportDefinition.save),
      shown: ({ manageable }) => manageable,
      run: async (row, tools) => (await forms()).editReport(row, tools),
    },
    act({
      key: 'publish',
      text: '发布',
      call: reportDefinition.publish,
      shown: (row: Row) => row.manageable && row.state !== 'stopped' && !inForce(row),
      input: seenOf,
      confirm: (row: Row) => ({
        title: `发布${called(row)}第 ${row.version} 版`,
        tips: row.roles
          ? `角色「${row.roles}」的人从现在起运行这一版，各看各的门店。`
          : '还没有选择可运行的角色，请先编辑报表。',
      }),
      done: '报表已发布',
    }),
    {
      key: 'history',
      text: '历史',
      shown: ({ manageable }) => manageable,
      run: (row, tools) =>
        tools.dialogs.open<void>((done) => <History row={row} tools={tools} onClose={() => done()} />),
    },
    act({
      key: 'copy',
      text: '复制',
      call: reportDefinition.copy,
      input: idOf,
      form: {
        title: (row: Row) => `复制${called(row)}到区划`,
        fields: ['areaCode', 'code'],
        initial: ({ code }: Row) => ({ code }),
        inputs: { areaCode: OneAreaSelect },
        intro: '复制出的报表是一份草稿，以后各自修改，互不影响。',
        okText: '复制',
        cancelText: '不复制',
      },
      done: '报表已复制，发布后可以运行',
    }),
    act({
      key: 'stop',
      text: '停用',
      danger: true,
      call: reportDefinition.stop,
      shown: ({ manageable, state }: Row) => manageable && state !== 'stopped',
      input: idOf,
      confirm: (row: Row) => ({
        title: `停用${called(row)}`,
        tips: '停用后所有人都不能运行它，定义和历史保留，可以恢复。',
      }),
      done: '报表已停用',
    }),
    act({
      key: 'resume',
      text: '恢复',
      call: reportDefinition.resume,
      shown: ({ manageable, state }: Row) => manageable && state === 'stopped',
      input: idOf,
      done: '报表已恢复',
    }),
  ],
  detail: ({ row, onClose, tools }) => <Runner row={row} draft={!row.runnable} tools={tools} onClose={onClose} />,
})
