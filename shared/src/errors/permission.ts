import { passwordsDiffer } from '../password.ts'
import type { ErrorText } from './error-text.ts'

/** Refusals about accounts, roles and passwords. */
export const permissionErrors = {
  'permission.denied': { status: 403, error: '没有「{title}」的权限', tips: '请联系管理员在菜单角色中授权' },
  'password.must': { status: 403, error: '请先修改密码：{reason}', tips: '修改后才能继续操作' },
  'password.old': { status: 400, error: '旧密码不正确', tips: '还可以尝试 {left} 次' },
  'password.confirm': { status: 400, error: passwordsDiffer },
  'password.rule': { status: 400, error: '新密码不符合要求：{text}' },
  'password.repeated': { status: 400, error: '新密码不能与最近 {n} 次用过的密码相同' },
  'user.taken': { status: 409, error: '用户名「{userName}」已被使用', tips: '请换一个用户名' },
  'user.spaces': { status: 400, error: '用户名不能包含空格', tips: '看不见的字符也算，请直接输入，不要粘贴' },
  'user.super': { status: 403, error: '不能{action}：对方是超级管理员' },
  'user.self': { status: 403, error: '不能{action}：这是自己的账号', tips: '请由另一位管理员操作' },
  'user.more': {
    status: 403,
    error: '不能{action}：「{name}」有你没有的权限 {lacks}',
    tips: '请由权限更大的管理员操作',
  },
  'user.stopped': { status: 409, error: '不能{action}：「{name}」的账号、门店或公司已停用' },
  'view.none': { status: 409, error: '没有在以他人身份查看' },
  'user.admin': { status: 403, error: '只有管理员可以新增或变更管理员' },
  'user.store': { status: 400, error: '店员账号必须绑定一家门店' },
  'user.adminStore': { status: 400, error: '管理员账号不绑定门店', tips: '请取消门店，用数据角色分配范围' },
  'user.adminScope': { status: 400, error: '管理员账号至少需要一个数据角色' },
  'user.oneStore': { status: 409, error: '店员只属于一家门店，数据角色「{name}」包含其他门店' },
  'user.notAdmin': { status: 409, error: '「{name}」不是管理员账号' },
  'role.system': { status: 409, error: '系统角色「{name}」不能删除', tips: '可以复制后修改副本' },
  'role.users': { status: 409, error: '角色「{name}」还有 {n} 个用户，不能删除', tips: '请先取消这些用户的角色' },
  'role.name': { status: 409, error: '已有名为「{name}」的角色', tips: '请换一个名称' },
  'role.code': { status: 409, error: '角色编码「{code}」已被使用', tips: '请换一个编码' },
  'role.lacks': { status: 403, error: '不能授予你没有的权限：{lacks}', tips: '请联系管理员在菜单角色中授权' },
  'role.unknown': { status: 400, error: '没有这些菜单或按钮：{codes}', tips: '请刷新后重试' },
  'role.foreign': {
    status: 403,
    error: '角色「{name}」不是你的区划或公司新增的，不能修改',
    tips: '有整个区划或整家公司数据权限的，可以复制后修改副本',
  },
  'role.company': {
    status: 409,
    error: '角色「{name}」是另一家公司的，不能给这个用户',
    tips: '请选本公司的或全部公司通用的角色',
  },
  'role.choose': { status: 400, error: '请选择角色归属的公司' },
  'role.notHeld': { status: 409, error: '已经不持有角色「{name}」，没有更换' },
  'role.own': { status: 403, error: '不能修改自己持有的角色「{name}」', tips: '请由另一位管理员操作' },
  'role.above': {
    status: 403,
    error: '不能修改数据角色「{name}」：持有它的人有你没有的权限',
    tips: '请由权限不少于他的管理员操作',
  },
  'role.wider': { status: 403, error: '数据角色「{name}」超出你的数据范围' },
  'role.scope': { status: 403, error: '不能授予你没有的数据范围：{places}' },
  'role.empty': { status: 400, error: '数据角色至少包含一个区划或门店' },
  'role.place': {
    status: 403,
    error: '没有整个区划或整家公司的数据权限，不能新增角色',
    tips: '请联系管理员在数据角色中给你整个区划，或公司的全部门店',
  },
  'role.stopped': { status: 409, error: '角色「{name}」已停用，不能分配', tips: '请先启用角色' },
  // What two people edit at once: the console reads again, joins both and asks (kit/form/merge, permission/use-ticks).
  'seen.changed': { status: 409, error: '{what}刚被别人修改，这次没有保存', tips: '请核对现在的内容后再保存' },
} as const satisfies Record<string, ErrorText>
