import { get, post } from '../call.ts'
import { code, flag, group, id, list, note, optional, text } from '../field.ts'
import { loginResult } from './auth.ts'

// Apart from the other calls of user-management: those come with every page that asks for a store.

const page = { menu: 'UserManagement', scope: 'area' } as const
const user = { userId: id('用户编号') }

/** Every page and button of the menu for one user: whether he may, and on what ground. */
const rightsReasons = group('权限说明', {
  /** What stands before every page: a stopped account, an area that is not chosen, the stores he sees. */
  notes: list(note('说明'), '说明'),
  rights: list(
    group('权限', {
      section: note('菜单'),
      menuCode: code('菜单编码'),
      buttonCode: optional(code('按钮编码')),
      title: text('名称'),
      may: flag('有权限'),
      reason: text('原因'),
    }),
    '权限',
  ),
})

/** What an administrator sees of how a user sees the console. */
export const userView = {
  /**
   * A session of 30 minutes that sees what this user sees and changes nothing, for one window of the caller. Who may give
   * an account a new password could be that person anyway, so it takes the same button.
   */
  viewAs: post('/api/Role/ViewAsUser', {
    ...page,
    button: 'edit',
    title: '以此人身份查看',
    audit: { action: '以用户身份查看', record: ['userId'] },
    input: user,
    result: loginResult,
  }),
  /** Every page and button, whether the user may, and on what ground. */
  explainRights: get('/api/Role/GetRightsReasons', {
    ...page,
    title: '权限说明',
    input: user,
    result: rightsReasons,
  }),
}
