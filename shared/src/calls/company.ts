import { get, pageOf, paging, post } from '../call.ts'
import {
  companyAreas,
  companyForm,
  companyId,
  companyKey,
  companyRow,
  graceHours,
  licenceStates,
  verifyCode,
} from '../entities/company.ts'
import { initialPassword, roleRef, states } from '../entities/permission.ts'
import { choice, code, day, flag, group, id, integer, note, optional, phone, text } from '../field.ts'

const menu = 'CompanyManager'
/** What the wizard does too. */
const both = ['CompanyManager', 'CompanyInit'] as const
const one = { companyId }

/** Tenants as super administrators keep them; Company/PullCompanies is in organ.ts. */
export const company = {
  paged: get('/api/Company/Paged', {
    menu: both,
    title: '公司',
    input: {
      ...paging,
      /** In the name, the short name or the number. */
      keyword: optional(note('名称/编号', { max: 60 })),
      companyId: optional(companyId),
      areaCode: optional(code('区划', { max: 6 })),
      state: optional(choice('状态', states)),
      licence: optional(choice('授权', licenceStates)),
    },
    result: pageOf(companyRow),
    search: {
      noun: '公司',
      page: menu,
      by: 'keyword',
      title: 'name',
      about: ['companyId', 'contact'],
      filters: { keyword: 'companyId' },
    },
  }),
  /** A new company, enabled, with its first verify code. */
  add: post('/api/Company/Add', {
    menu: both,
    button: 'add',
    title: '新增公司',
    audit: { action: '新增公司', record: ['companyId', 'name'] },
    input: { ...one, ...companyForm },
    result: companyKey,
  }),
  /** Takes back a company that was opened by mistake: one that never had a store. */
  withdraw: post('/api/Company/Withdraw/:companyId', {
    menu,
    button: 'add',
    title: '撤回公司',
    audit: { action: '撤回公司', record: ['companyId'] },
    input: one,
  }),
  save: post('/api/Company/Save', {
    menu,
    button: 'edit',
    title: '修改公司',
    audit: { action: '修改公司', record: ['companyId'] },
    input: { ...one, ...companyForm },
    result: companyRow,
  }),
  renew: post('/api/Company/Renew', {
    menu,
    button: 'edit',
    title: '续期',
    audit: { action: '公司续期', record: ['companyId', 'licenceUntil'] },
    input: { ...one, licenceUntil: day('授权到期') },
    result: companyRow,
  }),
  /** The areas in which it may have stores; one with stores stays. */
  assignAreas: post('/api/Company/AssignAreas', {
    menu: both,
    button: 'add',
    title: '开通区划',
    audit: { action: '公司开通区划', record: ['companyId', 'areas'] },
    input: { ...one, areas: companyAreas },
    result: companyRow,
  }),
  enable: post('/api/Company/Enable/:companyId', {
    menu,
    button: 'enable',
    title: '启用公司',
    audit: { action: '启用公司', record: ['companyId'] },
    input: one,
  }),
  /** Its operators are out at once and nobody of them comes in, by password or by ERP. */
  stop: post('/api/Company/Stop/:companyId', {
    menu,
    button: 'stop',
    title: '停用公司',
    audit: { action: '停用公司', record: ['companyId'] },
    input: one,
  }),
  rotateKey: post('/api/Company/RotateKey', {
    menu,
    button: 'assign',
    title: '更换验证码',
    audit: { action: '更换验证码', record: ['companyId', 'graceHours'] },
    input: { ...one, graceHours },
    result: companyKey,
  }),
  /** Its data role with every store it has now, and the menu role of its administrators; again: brought up to date. */
  prepareRoles: post('/api/Company/PrepareRoles', {
    menu: both,
    button: 'add',
    title: '公司角色',
    audit: { action: '准备公司角色', record: ['companyId'] },
    input: one,
    result: group('公司角色', { dataRole: roleRef, menuRole: roleRef, stores: integer('门店数') }),
  }),
  /** Its administrator, with the two roles; an administrator who is there already gets the roles and keeps his password. */
  openAdmin: post('/api/Company/OpenAdmin', {
    menu: both,
    button: 'add',
    title: '公司管理员',
    audit: { action: '设置公司管理员', record: ['companyId', 'userName'] },
    input: {
      ...one,
      userName: text('用户名', { max: 60 }),
      name: text('真实姓名', { max: 60 }),
      mobilePhone: optional(phone('手机号码')),
    },
    result: group('管理员', { userId: id('用户编号'), userName: text('用户名'), made: optional(initialPassword) }),
  }),
  /** What an ERP's silent login would meet; no session is opened. */
  testLink: post('/api/Company/TestLink', {
    menu: both,
    button: 'add',
    title: '测试 ERP 连接',
    audit: { action: '测试 ERP 连接', target: ['companyId', 'clientNo'], record: ['companyId', 'clientNo'] },
    input: { ...one, verifyCode, clientNo: optional(code('客户端编号', { max: 40 })) },
    result: group('测试结果', {
      ok: flag('通过'),
      text: note('结果'),
      stores: integer('门店数'),
      clients: integer('已登记客户端'),
      storeName: note('门店'),
    }),
  }),
}
