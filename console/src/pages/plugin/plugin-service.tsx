import { plugin } from '@yibao/shared/calls/plugin.ts'
import { formatCount } from '@yibao/shared/money.ts'
import { act, defineList, hiddenColumns, late, needOf, type RowOf, switchActions } from '../../kit/index.ts'
import { AreasSelect, SuperAreaSelect } from '../../organisation/area-select.tsx'

type Row = RowOf<typeof plugin.servicePaged>
const which = ({ plugin: of, code }: Row) => ({ plugin: of, code })

const TryService = late(async () => ({ default: (await import('./plugin-service/try-service.tsx')).TryService }))

const areas = {
  inputs: { areaCodes: AreasSelect },
  intro: '区划从插件绑定的区划中选，不选就是全部。保存后各节点 5 秒内换上。',
}

/** 插件服务: what installed plugins do, each switched, bound and tried by itself (domain.md 8.14). Super administrators only. */
export default defineList({
  tableId: 'plugin-service',
  call: plugin.servicePaged,
  empty: '没有符合条件的插件服务。在「插件包」安装一个插件后，它的服务出现在这里',
  filters: ['keyword', 'infno', { key: 'areaCode', input: SuperAreaSelect }, 'enabled'],
  refreshEvery: 30_000,
  columns: [
    { key: 'name', width: 124 },
    { key: 'pluginName', width: 150 },
    { key: 'version', width: 70 },
    { key: 'infno', width: 70, sort: true },
    { key: 'does', width: 150 },
    { key: 'areas', width: 120, text: (row) => row.areas || '没有生效' },
    { key: 'enabled', width: 70, tones: { true: 'good', false: 'off' } },
    { key: 'calls', width: 90 },
    { key: 'errors', width: 90, render: ({ errors }) => (errors ? <b>{formatCount(errors)}</b> : 0) },
    { key: 'kind', width: 90, hidden: true },
    ...hiddenColumns({ timeout: 110, retries: 70, code: 120, plugin: 140 }),
  ],
  rowActions: [
    {
      key: 'test',
      text: '测试',
      need: needOf(plugin.serviceTest),
      shown: ({ kind }: Row) => kind === 'mapping',
      run: (row: Row, { dialogs }) => dialogs.open<void>((done) => <TryService row={row} onClose={() => done()} />),
    },
    act({
      key: 'edit',
      text: '修改',
      call: plugin.serviceSave,
      shown: ({ kind }: Row) => kind === 'route',
      input: which,
      form: {
        ...areas,
        title: ({ name }: Row) => `修改服务 ${name}`,
        fields: ['timeout', 'areaCodes'],
        initial: ({ timeout, areaCodes }: Row) => ({ timeout, areaCodes }),
        intro: `超时 1 到 120 秒，0 为按插件包。${areas.intro}`,
      },
      done: '服务已修改',
    }),
    act({
      key: 'bind',
      text: '绑定区划',
      call: plugin.serviceSave,
      shown: ({ kind }: Row) => kind === 'mapping',
      input: (row: Row) => ({ ...which(row), timeout: 0 }),
      form: {
        ...areas,
        title: ({ name }: Row) => `绑定区划 ${name}`,
        fields: ['areaCodes'],
        initial: ({ areaCodes }: Row) => ({ areaCodes }),
      },
      done: '区划已保存',
    }),
    ...switchActions({
      noun: '服务',
      what: ({ name }: Row) => `服务「${name}」`,
      enabled: ({ enabled }: Row) => enabled,
      stop: plugin.serviceStop,
      enable: plugin.serviceEnable,
      input: which,
      loses: (row: Row) =>
        row.areas
          ? `${row.areas}的交易 ${row.infno} 改回标准；中心与标准不同的，之后会被中心拒绝。已经发出的报文不受影响。`
          : '它现在没有在任何区划生效。',
    }),
  ],
})
