import type { InputOf } from '@yibao/shared/call.ts'
import { dataRole } from '@yibao/shared/calls/data-role.ts'
import { callServer } from '../../api/index.ts'
import { ui } from '../../api/ui.ts'
import { act, defineList, needOf, type RowOf } from '../../kit/index.ts'
import { roleEnds, usersOf } from '../../permission/role-actions.tsx'
import { openScope } from '../../permission/scope-dialog.tsx'
import { stateTones } from '../../permission/state-tones.ts'

type Row = RowOf<typeof dataRole.paged>

/** 数据角色: which areas, companies and stores a user sees (SPEC 6, domain.md 8.13). */
export default defineList({
  tableId: 'data-role-management',
  call: dataRole.paged,
  rowKey: 'roleId',
  empty: '没有数据角色。按「新增角色」建一个，再勾选它能看到的门店',
  filters: ['name', 'state'],
  columns: [
    { key: 'name', width: 160 },
    { key: 'code', width: 120 },
    { key: 'scope', width: 178 },
    { key: 'stores', width: 90 },
    { key: 'users', width: 80 },
    { key: 'state', width: 90, tones: stateTones },
    { key: 'remark', width: 130 },
    { key: 'modifier', width: 100, hidden: true },
    { key: 'modifiedAt', width: 120 },
  ],
  actions: [
    {
      key: 'add',
      text: '新增角色',
      primary: true,
      need: needOf(dataRole.addDataRole),
      run: async (_, { dialogs }) => {
        const { shape } = dataRole.addDataRole.input
        await dialogs.form({
          title: '新增数据角色',
          shape: { name: shape.name, code: shape.code, remark: shape.remark },
          okText: '下一步：选择范围',
          cancelText: '不新增',
          // Only saving tells that a code is taken: it can be written anew where the scope is called off.
          submit: (role) => {
            const save = async (places: object) => {
              await callServer(dataRole.addDataRole, { ...role, ...places } as InputOf<typeof dataRole.addDataRole>)
              ui().success('角色已新增')
            }
            return openScope(dialogs, { title: `「${role.name}」的范围`, roleIds: [], save })
          },
        })
      },
    },
  ],
  rowActions: [
    {
      key: 'scope',
      text: '范围',
      need: needOf(dataRole.getDataTreeByRoles),
      run: async ({ roleId, name, manageable }, { dialogs }) => {
        await openScope(dialogs, {
          title: `「${name}」的范围`,
          roleIds: [roleId],
          save: manageable
            ? async (places, seen) => {
                await callServer(dataRole.updateDataRole, { roleId, ...places, seen })
                ui().success('范围已保存，使用这个角色的人下一步操作即生效')
              }
            : undefined,
        })
      },
    },
    usersOf('data'),
    act({
      key: 'edit',
      text: '编辑',
      call: dataRole.updateDataRole,
      shown: (row: Row) => row.manageable,
      input: ({ roleId }: Row) => ({ roleId }),
      form: {
        title: ({ name }: Row) => `编辑「${name}」`,
        fields: ['name', 'remark'],
        like: dataRole.addDataRole,
        initial: ({ name, remark }: Row) => ({ name, remark }),
      },
      done: '角色已修改',
    }),
    ...roleEnds({
      updateStatus: dataRole.updateDataRoleStatus,
      remove: dataRole.removeDataRole,
      removable: () => true,
      loses: '看不到只由这个角色给的门店',
    }),
  ],
})
