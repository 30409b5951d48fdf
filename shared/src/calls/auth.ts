import { approvals } from '../approval.ts'
import { get, post } from '../call.ts'
import { sex } from '../entities/account.ts'
import {
  choice,
  code,
  data,
  flag,
  group,
  id,
  integer,
  list,
  looseFlag,
  note,
  optional,
  password,
  text,
  time,
} from '../field.ts'
import { mustChanges } from '../password.ts'
import { authPaths } from './paths.ts'

export const initializeInfo = group('初始化信息', {
  isNeedInitialize: flag('需要初始化'),
  initializeStep: integer('初始化步骤'),
})

/** Session user (SPEC 3). */
const userInfo = group('用户信息', {
  userId: id('用户编号'),
  userName: text('用户名'),
  surName: note('昵称'),
  name: note('真实姓名'),
  sex: optional(sex),
  mobilePhone: optional(note('手机号码')),
  email: optional(note('邮箱')),
  isAdminUser: flag('管理员'),
  isSuperAdmin: flag('超级管理员'),
  medicalAreaCode: note('区划编码'),
  medicalAreaName: note('区划名称'),
  medicalName: note('机构名称'),
  medicalNo: note('机构编号'),
  companyId: optional(note('公司编号')),
  storeId: optional(note('门店')),
  /** A guest of /forwarding: sees only what SPEC 5 lets through. */
  guest: flag('访客'),
  /** This session may do nothing but change the password: the console goes to /change. */
  mustChange: optional(choice('须修改密码', mustChanges)),
  /** An administrator looks at the console as this person sees it; nothing can be changed. `left` in seconds. */
  viewing: optional(group('以此人身份查看', { by: text('查看人'), left: integer('剩余秒数') })),
})

export const loginResult = group('登录结果', {
  token: text('令牌'),
  userName: text('用户名'),
  initializeInfo,
  isSuperAdmin: flag('超级管理员'),
  isAdminUser: flag('管理员'),
  userInfo,
  /** Path the silent login leads to, by routeKey. */
  target: optional(note('目标页面')),
})

/** The interactiveMode of a console that runs in an activation box (SPEC 9). */
export const activationBox = '1'

const flags = { isQrCode: optional(looseFlag('二维码')), isExOrder: optional(looseFlag('异常订单')) }

export const auth = {
  login: post(authPaths.login, {
    title: '登录',
    public: true,
    audit: { action: '登录', target: ['userName'], record: ['userName'] },
    input: {
      userName: text('用户名', { max: 60, required: '用户名不能为空' }),
      passWord: password('密码'),
      isRefreshCache: optional(flag('刷新缓存')),
    },
    result: loginResult,
  }),
  silentLogin: post(authPaths.silentLogin, {
    title: '静默登录',
    public: true,
    audit: { action: '静默登录', target: ['companyId', 'clientNo'], record: ['companyId', 'clientNo'] },
    input: {
      companyId: code('公司编号'),
      clientNo: code('客户端编号'),
      verifyCode: text('验证码', { max: 400 }),
      routeKey: optional(note('页面')),
      ...flags,
      /** What the console runs in: activationBox, or nothing of its own. */
      interactiveMode: optional(note('交互模式', { max: 60 })),
    },
    result: loginResult,
  }),
  /** Another token for the same user; with an area, the area switch of SPEC 4. */
  refreshToken: post(authPaths.refreshToken, {
    title: '刷新令牌',
    viewing: true,
    input: { medicalAreaCode: optional(code('区划', { max: 6 })) },
    result: loginResult,
  }),
  switchArea: post('/api/Auth/SwitchArea', {
    title: '切换区划',
    viewing: true,
    audit: { action: '切换区划', target: ['medicalAreaCode'], record: ['medicalAreaCode'] },
    input: { medicalAreaCode: code('区划', { max: 6 }) },
    result: loginResult,
  }),
  refreshLogInRoleCache: post('/api/Auth/RefreshLogInRoleCache', { title: '刷新权限', reads: true }),
  /** Ends a session that roleUser.viewAs opened. */
  endView: post('/api/Auth/EndView', {
    title: '结束查看',
    viewing: true,
    audit: { action: '结束以用户身份查看' },
  }),
  logout: post('/api/Auth/Logout/:id', {
    title: '退出登录',
    guest: true,
    beforeChange: true,
    input: { id: id('用户编号') },
  }),
  /** A second person's approval of one action: lives 120 s, works once. */
  authorize: post('/api/Auth/Authorize', {
    title: '管理员授权',
    audit: { action: '管理员授权', target: ['userName', 'action'], record: ['userName', 'action'] },
    input: {
      userName: text('用户名', { max: 60, required: '用户名不能为空' }),
      passWord: password('密码', '密码不能为空'),
      action: choice('操作', approvals),
      target: note('对象', { max: 20_000 }),
    },
    result: group('授权', {
      authorizationId: id('授权编号'),
      authorizedBy: text('授权人'),
      expiresAt: time('有效期至'),
    }),
  }),
  /** The lock screen: whether this is the password of who is signed in. The session stays as it is. */
  unlock: post('/api/Auth/Unlock', {
    title: '解锁',
    audit: { action: '解锁' },
    input: { passWord: password('密码', '密码不能为空') },
  }),
  publicKey: get(authPaths.publicKey, {
    title: '密码公钥',
    public: true,
    result: group('公钥', { customDataInfo: flag('加密'), publicKey: note('公钥'), serverTime: integer('服务器时间') }),
  }),
}

export const user = {
  logoff: post('/api/User/Logoff/:userId', {
    title: '注销',
    guest: true,
    beforeChange: true,
    input: { userId: id('用户编号') },
  }),
  getLoginUserInfo: get('/api/User/GetLoginUserInfo', {
    title: '当前用户',
    guest: true,
    beforeChange: true,
    result: userInfo,
  }),
}

const button = group('按钮', { menuCode: code('菜单编码'), buttonCode: code('按钮编码') })

export const role = {
  getMenuList: get('/api/Role/GetMenuList', {
    title: '菜单',
    guest: true,
    result: group('菜单', { menus: list(group('菜单', { menuCode: code('菜单编码') })) }),
  }),
  getMenuButtonByUser: get('/api/Role/GetMenuButtonByUser', {
    title: '按钮权限',
    guest: true,
    result: group('权限', { buttons: list(button), version: integer('版本') }),
  }),
  /** Why the caller may not open a page, and the administrators who can grant it, by name. */
  whyHidden: get('/api/Role/GetHiddenReason', {
    title: '没有权限的原因',
    input: { menuCode: code('菜单编码') },
    result: group('没有权限的原因', {
      reason: note('原因'),
      /** Whether a role could give it to this kind of account. */
      grantable: flag('可以授权'),
      ask: list(text('姓名'), '可以找谁'),
    }),
  }),
}

export const errorLog = {
  add: post('/api/ErrorLog/Add', {
    title: '上报页面错误',
    guest: true,
    input: { message: note('错误', { max: 2000 }), page: note('页面', { max: 200 }), detail: optional(data('详情')) },
  }),
}
