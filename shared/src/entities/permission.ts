import * as z from 'zod/mini'
import { choice, code, flag, group, id, integer, list, note, optional, text, time } from '../field.ts'
import type { MenuNode } from '../menu-tree.ts'
import { personal, profile, sex } from './account.ts'

export const states = { enabled: '启用', stopped: '停用' } as const
/** How an account stands, the first that holds from below: stopped, locked by wrong passwords, or not yet its owner's. */
export const standings = {
  enabled: '启用',
  initial: '首次登录须改密码',
  locked: '已锁定',
  stopped: '停用',
} as const
export const roleKinds = { system: '系统', company: '公司' } as const
export const roleTypes = { menu: '菜单角色', data: '数据角色' } as const

/** Where an account works: an operator in one store, an administrator in none. */
const placement = { isAdminUser: flag('管理员'), storeId: optional(id('门店')) }

export const roleRef = group('角色', { roleId: id('角色'), name: text('角色名称') })

const roleIds = (title: string) => list(id(title), title, { max: 50 })

/** The form of a new account. */
export const newUser = {
  ...profile,
  ...placement,
  menuRoleIds: roleIds('菜单角色'),
  dataRoleIds: roleIds('数据角色'),
}

/** A row of the sheet that brings accounts of operators in; roles by name, several with 、 between. */
export const accountSheet = {
  fixmedinsCode: code('机构编码', { max: 12 }),
  userName: profile.userName,
  name: personal.name,
  menuRoles: text('菜单角色', { max: 400 }),
  surName: optional(text('昵称', { max: 60 })),
  mobilePhone: personal.mobilePhone,
}

export const editedUser = { userId: id('用户编号'), ...personal, ...placement }

export const userRoles = { userId: id('用户编号'), roleIds: roleIds('角色') }

/** One account in the list of user-management. */
export const userRow = group('用户', {
  userId: id('用户编号'),
  userName: text('用户名'),
  surName: note('昵称'),
  name: note('真实姓名'),
  sex: optional(sex),
  mobilePhone: optional(note('手机号码')),
  email: optional(note('邮箱')),
  companyId: optional(note('公司编号')),
  companyName: note('公司'),
  areaCode: optional(note('区划编码')),
  areaName: note('区划'),
  storeId: optional(id('门店编号')),
  storeName: note('门店'),
  fixmedinsCode: optional(note('机构编码')),
  menuRoles: list(roleRef, '菜单角色'),
  dataRoles: list(roleRef, '数据角色'),
  /** The same for a sheet. */
  menuRoleNames: optional(note('菜单角色')),
  dataRoleNames: optional(note('数据角色')),
  isAdminUser: flag('管理员'),
  isSuperAdmin: flag('超级管理员'),
  lastLoginAt: optional(time('最近登录')),
  state: choice('状态', states),
  standing: optional(choice('状态', standings)),
  lockedUntil: optional(time('锁定至')),
  mustChange: flag('须修改密码'),
  /** PCs of his store whose ERP logs in as him; absent where there are none. */
  counterPcs: optional(integer('ERP 登录的电脑')),
  /** Whether the caller may change, stop or assign: not himself, nobody who has more than he. */
  manageable: flag('可管理'),
})

/** A password that was just made: shown once, to be changed at the next login. */
export const initialPassword = group('初始密码', {
  userId: id('用户编号'),
  userName: text('用户名'),
  initialPassword: text('初始密码'),
})

/** Accounts that one action is for. */
export const someUsers = list(id('用户编号'), '用户', { max: 500 })

/** What became of such an action: how many are done, and why the others are not. */
export const usersDone = group('结果', {
  done: integer('已完成'),
  left: list(
    group('未完成', { userId: id('用户编号'), userName: note('用户名'), name: note('真实姓名'), reason: text('原因') }),
    '未完成',
  ),
})

/** A role in the dialog that assigns roles to one user. */
export const assignableRole = group('角色', {
  roleId: id('角色'),
  name: text('角色名称'),
  remark: note('备注'),
  held: flag('已分配'),
  assignable: flag('可分配'),
  /** Why not. */
  reason: note('原因'),
})

const roleColumns = {
  roleId: id('角色编号'),
  name: text('角色名称', { max: 40 }),
  code: code('角色编码', { max: 40 }),
  users: integer('用户数'),
  state: choice('状态', states),
  remark: note('备注', { max: 200 }),
  modifier: note('修改人'),
  modifiedAt: optional(time('修改时间')),
  manageable: flag('可管理'),
}

export const menuRoleRow = group('菜单角色', {
  ...roleColumns,
  kind: choice('类别', roleKinds),
  /** Whose people see and are given it: 全部, areas, or a company. */
  owner: optional(note('归属')),
})

export const dataRoleRow = group('数据角色', {
  ...roleColumns,
  scope: note('数据范围'),
  areas: list(code('区划')),
  stores: integer('门店数'),
})

/** The forms of both kinds of role. */
export const roleForm = {
  name: text('角色名称', { max: 40 }),
  code: optional(code('角色编码', { max: 40 })),
  remark: optional(note('备注', { max: 200 })),
}

export const menuGrants = {
  menus: list(code('菜单编码'), '菜单', { max: 500 }),
  buttons: list(group('按钮', { menuCode: code('菜单编码'), buttonCode: code('按钮编码') }), '按钮'),
}

export const dataGrants = {
  areas: list(code('区划', { max: 6 }), '区划', { max: 1000 }),
  stores: list(id('门店'), '门店', { max: 20_000 }),
}

const keys = { checkedKeys: list(text('选中')), halfCheckedKeys: list(text('半选')) }

/** Which content an answer showed. A save that names it replaces that content and nothing else (Role/… `seen`). */
export const mark = note('内容标记', { max: 40 })
export const seen = optional(mark)

const menuNode: z.ZodMiniType<MenuNode> = z.object({
  key: text('键'),
  title: text('名称'),
  kind: choice('类别', { section: '分组', menu: '菜单', button: '按钮' }),
  menuCode: code('菜单编码'),
  buttonCode: optional(code('按钮编码')),
  get children() {
    return z.array(menuNode)
  },
})

/** Section → menu → button as far as the caller has it, with what is checked in it. */
export const menuTreeResult = group('权限树', { nodes: list(menuNode, '权限'), ...keys })

/** A node of company → area → store → user, or of area → company → store. */
export interface OrganNode {
  key: string
  kind: 'company' | 'area' | 'store' | 'user' | 'admin'
  name: string
  /** What to filter a list by when the node is chosen. */
  companyId?: string
  areaCode?: string
  storeId?: string
  userId?: string
  users?: number
  /** The caller cannot grant this node itself, only what is below. */
  disabled?: boolean
  leaf?: boolean
  children: OrganNode[]
}

const organNode: z.ZodMiniType<OrganNode> = z.object({
  key: text('键'),
  kind: choice('类别', { company: '公司', area: '区划', store: '门店', user: '用户', admin: '管理员' }),
  name: note('名称'),
  companyId: optional(note('公司')),
  areaCode: optional(note('区划')),
  storeId: optional(note('门店')),
  userId: optional(note('用户')),
  users: optional(integer('用户数')),
  disabled: optional(flag('不可选')),
  leaf: optional(flag('末级')),
  get children() {
    return z.array(organNode)
  },
})

export const organTreeResult = group('机构树', { nodes: list(organNode, '机构') })
export const checkedOrganTree = group('机构树', { nodes: list(organNode, '机构'), ...keys })
export { organNode }
