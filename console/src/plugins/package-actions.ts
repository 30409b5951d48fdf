import { plugin } from '@yibao/shared/calls/plugin.ts'
import { type Action, act, type RowOf, type Tone } from '../kit/index.ts'
import { AreasSelect } from '../organisation/area-select.tsx'

type PackageRow = RowOf<typeof plugin.packagePaged>
type State = PackageRow['state']

export const packageTones: Record<State, Tone> = { uploaded: 'action', stopped: 'off', enabled: 'good', failed: 'harm' }

const what = ({ name, version }: Pick<PackageRow, 'name' | 'version'>) => `「${name} ${version}」`
const which = ({ id }: PackageRow) => ({ id })
const is =
  (...states: State[]) =>
  ({ state }: PackageRow) =>
    states.includes(state)

/** Every node looks every five seconds (the server's job `settings`). */
const spread = '各节点 5 秒内换上，已经发出的报文不受影响。'
const where = ({ areas }: PackageRow) => (areas ? `绑定区划：${areas}。` : '还没有绑定区划，启用后不影响任何区划。')

/** What can be done with a version of a plugin, on its list and on its detail. */
export const packageActions: Action<PackageRow>[] = [
  act({
    key: 'install',
    text: '安装',
    primary: true,
    call: plugin.install,
    shown: is('uploaded', 'failed'),
    input: which,
    done: '已安装。绑定区划后启用',
  }),
  act({
    key: 'enable',
    text: '启用',
    primary: true,
    call: plugin.enable,
    shown: is('stopped'),
    input: which,
    confirm: (row) => ({
      title: `启用${what(row)}`,
      tips: `${where(row)}${row.current ? `正在使用的 ${row.current} 会停用，可以回滚。` : ''}${spread}`,
    }),
    done: '已启用',
  }),
  act({
    key: 'assign',
    text: '绑定区划',
    call: plugin.assign,
    shown: is('stopped', 'enabled'),
    input: which,
    form: {
      title: (row) => `绑定区划 ${row.name}`,
      fields: ['areaCodes'],
      initial: ({ areaCodes }) => ({ areaCodes }),
      inputs: { areaCodes: AreasSelect },
      intro: (row) =>
        `这个版本适用于 ${row.meant.join('、')}。绑定属于插件，换版本后不变；已启用时保存即生效，解除绑定的区划改回标准报文。`,
    },
    done: '区划已保存',
  }),
  act({
    key: 'rollback',
    text: '回滚',
    danger: true,
    call: plugin.rollback,
    shown: ({ state, former }) => state === 'enabled' && former !== '',
    input: which,
    confirm: (row) => ({ title: `${what(row)}回滚到 ${row.former}`, tips: `${where(row)}${spread}` }),
    done: '已回滚到上一版本',
  }),
  act({
    key: 'stop',
    text: '停用',
    danger: true,
    call: plugin.stop,
    shown: is('enabled'),
    input: which,
    confirm: (row) => ({
      title: `停用${what(row)}`,
      tips: `${row.areas ? `${row.areas}改回标准报文；中心与标准不同的，之后的交易会被中心拒绝。` : ''}${spread}`,
    }),
    done: '已停用',
  }),
  act({
    key: 'uninstall',
    text: '卸载',
    danger: true,
    call: plugin.uninstall,
    shown: is('stopped', 'failed'),
    input: which,
    confirm: (row) => ({
      title: `卸载${what(row)}`,
      tips: '上传的包留着，可以再安装。卸载最后一个版本时，服务的设置和绑定的区划一起清除。',
    }),
    done: '已卸载',
  }),
  act({
    key: 'remove',
    text: '删除',
    danger: true,
    call: plugin.remove,
    shown: is('uploaded'),
    input: which,
    confirm: (row) => ({ title: `删除${what(row)}`, tips: '上传的包从服务器删除，要再用须重新上传。' }),
    done: '已删除',
  }),
]
