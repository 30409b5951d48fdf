import { menuRole } from '@yibao/shared/calls/menu-role.ts'
import { roleInfo } from '@yibao/shared/calls/role.ts'
import { grantsOfKeys } from '@yibao/shared/menu-tree.ts'
import { callServer } from '../../api/index.ts'
import { ui } from '../../api/ui.ts'
import { act, defineList, late, needOf, type RowOf } from '../../kit/index.ts'
import { keysOf, menuNodes, ticksOf } from '../../permission/menus.ts'
import { firstOwner, OwnerSelect } from '../../permission/owner-select.tsx'
import { roleEnds, usersOf } from '../../permission/role-actions.tsx'
import { stateTones } from '../../permission/state-tones.ts'

type Row = RowOf<typeof menuRole.paged>
const RightsDialog = late(async () => ({ default: (await import('../../permission/rights.tsx')).RightsDialog }))
const CompareRoles = late(() => import('../../permission/compare-roles.tsx'))
const manageable = (row: Row) => row.manageable
const roleOf = ({ roleId }: Row) => ({ roleId })

/** 菜单角色: which pages and buttons a role opens (SPEC 6, domain.md 8.13). */
export default defineList({
  tableId: 'menu-role-management',
  call: menuRole.paged,
  rowKey: 'roleId',
  empty: '没有角色。按「新增角色」建一个，或从已有角色复制',
  filters: ['name', 'code', 'kind', 'state'],
  columns: [
    { key: 'name', width: 148 },
    { key: 'code', width: 110 },
    { key: 'kind', width: 80 },
    { key: 'owner', width: 130 },
    { key: 'users', width: 80 },
    { key: 'state', width: 90, tones: stateTones },
    { key: 'remark', width: 110 },
    { key: 'modifier', width: 100 },
    { key: 'modifiedAt', width: 120 },
  ],
  actions: [
    act({
      key: 'add',
      text: '新增角色',
      primary: true,
      call: menuRole.addMenuRole,
      input: () => ({ menus: [], buttons: [] }),
      form: {
        fields: ['name', 'code', 'companyId', 'remark'],
        initial: firstOwner,
        inputs: { companyId: OwnerSelect },
        intro: '保存后按「权限」勾选这个角色能打开的页面和按钮。',
      },
      done: '角色已新增',
    }),
  ],
  rowActions: [
    {
      key: 'rights',
      text: '权限',
      need: needOf(menuRole.getMenuTreeByRole),
      run: async (row, { dialogs }) => {
        const read = () => callServer(menuRole.getMenuTreeByRole, roleOf(row))
        const ticked = (tree: Awaited<ReturnType<typeof read>>) => ({ ticks: ticksOf(tree), mark: tree.mark })
        const tree = await read()
        const save = async (ticks: string[], seen: string) => {
          await callServer(menuRole.updateMenuTreeByRole, { ...roleOf(row), ...grantsOfKeys(keysOf(ticks)), seen })
          ui().success('权限已保存，使用这个角色的人下一步操作即生效')
        }
        await dialogs.open<boolean>((done) => (
          <RightsDialog
            title={`「${row.name}」的权限`}
            nodes={menuNodes(tree.nodes)}
            opened={ticked(tree)}
            read={async () => ticked(await read())}
            onSave={row.manageable ? save : undefined}
            onClose={done}
          />
        ))
      },
    },
    usersOf('menu'),
    {
      key: 'compare',
      text: '对比',
      need: needOf(roleInfo.getRoleInfo),
      run: (row, { dialogs }) => dialogs.open<void>((done) => <CompareRoles role={row} onClose={() => done()} />),
    },
    act({
      key: 'edit',
      text: '编辑',
      call: menuRole.updateMenuTreeByRole,
      shown: manageable,
      input: roleOf,
      form: {
        title: ({ name }: Row) => `编辑「${name}」`,
        fields: ['name', 'remark'],
        initial: ({ name, remark }: Row) => ({ name, remark }),
      },
      done: '角色已修改',
    }),
    act({
      key: 'copy',
      text: '复制',
      call: menuRole.addMenuRole,
      input: ({ roleId }: Row) => ({ copyFrom: roleId }),
      form: {
        title: ({ name }: Row) => `复制「${name}」`,
        fields: ['name', 'code', 'companyId', 'remark'],
        initial: async ({ name, remark }: Row) => ({ name: `${name} 副本`, remark, ...(await firstOwner()) }),
        inputs: { companyId: OwnerSelect },
      },
      done: '角色已复制',
    }),
    ...roleEnds({
      updateStatus: menuRole.updateMenuRoleStatus,
      remove: menuRole.removeMenuRole,
      removable: (row: Row) => row.kind === 'company',
      loses: '失去这个角色给的页面和按钮',
    }),
  ],
})
