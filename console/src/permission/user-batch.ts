import { roleUser } from '@yibao/shared/calls/role-user.ts'
import { act } from '../kit/index.ts'
import { pcsLost } from './counter-pcs.ts'
import { MenuRolesSelect } from './roles-select.tsx'
import type { UserRow } from './user-actions.tsx'
import { tellDone } from './users-left.tsx'

type Marked = readonly UserRow[]

const idsOf = (rows: Marked) => ({ userIds: rows.map(({ userId }) => userId) })

/** 停用, 启用 and 换菜单角色 of the marked accounts; each by the rules of one, so some may be left. */
export const userBatch = [
  act({
    key: 'stop',
    text: '停用',
    danger: true,
    call: roleUser.stopUsers,
    shown: (rows: Marked) => rows.some(({ state }) => state === 'enabled'),
    input: (rows: Marked) => ({ ...idsOf(rows.filter(({ state }) => state === 'enabled')), stopped: true }),
    confirm: (rows: Marked) => {
      const stopping = rows.filter(({ state }) => state === 'enabled')
      return {
        title: `停用 ${stopping.length} 个用户`,
        tips: `立即退出登录，不能再登录。${pcsLost(stopping, '停用后')}没有挂单的购药只留在各自的电脑上，同事接待要重新录入。可随时再启用。`,
      }
    },
    after: (result, _, tools) => tellDone('停用', result, tools),
  }),
  act({
    key: 'enable',
    text: '启用',
    call: roleUser.stopUsers,
    shown: (rows: Marked) => rows.some(({ state }) => state === 'stopped'),
    input: (rows: Marked) => ({ ...idsOf(rows.filter(({ state }) => state === 'stopped')), stopped: false }),
    after: (result, _, tools) => tellDone('启用', result, tools),
  }),
  act({
    key: 'roles',
    text: '换菜单角色',
    call: roleUser.changeMenuRoles,
    input: idsOf,
    form: {
      title: (rows: Marked) => `更换 ${rows.length} 个用户的菜单角色`,
      fields: ['roleIds'],
      intro: '选中的角色代替他们现在的菜单角色，下一步操作即生效。',
      inputs: { roleIds: MenuRolesSelect },
      initial: () => ({ roleIds: [] }),
      okText: '更换',
      cancelText: '不更换',
    },
    after: (result, _, tools) => tellDone('更换', result, tools),
  }),
]
