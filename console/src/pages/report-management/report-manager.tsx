import { reportDefinition } from '@yibao/shared/calls/report-definition.ts'
import { act, defineList, hiddenColumns, late, needOf, type RowOf, type Tools } from '../../kit/index.ts'
import { SuperAreaSelect } from '../../organisation/area-select.tsx'
import { useTab } from '../../state/tab.tsx'

type Row = RowOf<typeof reportDefinition.paged>

const Runner = late(() => import('./report-manager/runner.tsx'))
const Asked = late(() => import('./report-manager/asked.tsx'))
const History = late(() => import('./report-manager/history.tsx'))
// Forms are opened by who keeps reports; whoever only runs them never needs them.
const forms = () => import('./report-manager/forms.ts')
const schedules = () => import('./report-manager/schedule.tsx')
const sends = needOf(reportDefinition.publish)

const inForce = ({ state, published, version }: Row) => state === 'published' && published === version
const idOf = ({ id }: Row) => ({ id })
const seenOf = ({ id, version }: Row) => ({ id, version })
const called = ({ code, name }: Row) => `报表「${code} ${name}」`

const show = (row: Row, tools: Tools, draft: boolean) =>
  tools.dialogs.open<void>((done) => <Runner row={row} draft={draft} tools={tools} onClose={() => done()} />)

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
  // Where a notice leads to: the report it tells of.
  header: function Header({ tools, result }) {
    const { query } = useTab()
    return query.report ? <Asked asked={query} result={result} tools={tools} /> : null
  },
  columns: [
    { key: 'code', width: 80, sort: true },
    { key: 'name', width: 160 },
    { key: 'source', width: 100 },
    { key: 'roles', width: 120 },
    { key: 'schedule', width: 250 },
    { key: 'release', width: 130 },
    { key: 'state', width: 80, tones: { draft: 'warn', published: 'good', stopped: 'off' } },
    { key: 'modifiedAt', width: 110, sort: true, hidden: true },
    ...hiddenColumns({ module: 70, areaName: 100, modifier: 90, paper: 90 }),
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
      run: (row, tools) => show(row, tools, false),
    },
    {
      key: 'preview',
      text: '预览',
      shown: (row) => row.manageable && !(row.runnable && inForce(row)),
      run: (row, tools) => show(row, tools, true),
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
      key: 'schedule',
      text: '定时',
      need: sends,
      shown: ({ manageable, state }) => manageable && state === 'published',
      run: async (row, tools) => (await schedules()).scheduleReport(row, tools),
    },
    {
      key: 'unschedule',
      text: '取消定时',
      danger: true,
      need: sends,
      shown: ({ scheduled }) => scheduled,
      run: async (row, tools) => (await schedules()).stopSchedule(row, tools),
    },
    {
      key: 'runs',
      text: '发送记录',
      shown: ({ manageable, published }) => manageable && published !== undefined,
      run: async (row, tools) => (await schedules()).showRuns(row, tools),
    },
    {
      key: 'history',
      text: '历史',
      shown: ({ manageable }) => manageable,
      run: (row, tools) =>
        tools.dialogs.open<void>((done) => <History row={row} tools={tools} onClose={() => done()} />),
    },
    {
      key: 'copy',
      text: '复制',
      need: needOf(reportDefinition.copy),
      run: async (row, tools) => (await forms()).copyReport(row, tools),
    },
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
