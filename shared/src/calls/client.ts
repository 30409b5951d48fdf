import { papers } from '../agent/documents.ts'
import { get, post } from '../call.ts'
import { choice, code, data, flag, group, id, integer, list, note, optional, password, text, time } from '../field.ts'

// What the set-up of a new counter PC asks before anybody can sign in (ux 5). What opens something is proven by the
// company's verify code and a person of the store; both travel in bodies, because addresses are logged.

const company = { companyId: code('公司编号'), verifyCode: text('验证码', { max: 400 }) }

const agentId = code('助手编号', { max: 64 })

/** What came of a step of the wizard, as its page shows it: nothing of a person. */
const stepResult = group('步骤', {
  title: text('步骤', { max: 20 }),
  state: choice('状态', { done: '通过', warn: '通过，有提醒', skipped: '已跳过' }),
  text: note('结果', { max: 300 }),
})

export const client = {
  server: get('/api/Client/Server', {
    title: '服务状态',
    public: true,
    result: group('服务状态', { time: time('服务器时间'), version: text('版本', { max: 40 }) }),
  }),
  stores: post('/api/Client/PullStores', {
    title: '公司门店',
    public: true,
    input: company,
    result: list(
      group('门店', { storeId: id('门店'), name: text('门店名称'), fixmedinsCode: code('机构编号') }),
      '门店',
    ),
  }),
  /** Makes this PC a client of the store, for silent logins, and lets its agent enrol once within 15 minutes. */
  register: post('/api/Client/Register', {
    title: '登记电脑',
    public: true,
    audit: { action: '登记电脑', record: ['companyId', 'clientNo', 'storeId', 'pcName', 'userName'] },
    input: {
      ...company,
      storeId: id('门店'),
      clientNo: code('客户端编号', { max: 40 }),
      pcName: text('电脑名称', { max: 60 }),
      userName: text('用户名', { max: 60, required: '用户名不能为空' }),
      passWord: password('密码', '密码不能为空'),
      /** Takes the number from the PC that has it. */
      replace: optional(flag('替换')),
    },
    result: group('登记', {
      enrolCode: code('绑定码', { max: 64 }),
      storeName: text('门店名称'),
      fixmedinsCode: code('机构编号'),
      minutes: integer('有效分钟'),
      /** The store's own keys, as PullMedicalUI gives them: the wizard tests them before anybody has logged in. */
      counterKeys: data('按键'),
    }),
  }),
  /** Keeps that this PC was set up and by whom, with what came of each step (ux 5): 客户端监控 shows it. */
  accept: post('/api/Client/Accept', {
    title: '本机验收',
    scope: 'store',
    audit: { action: '本机验收', record: ['agentId'] },
    input: { agentId, steps: list(stepResult, '步骤', { max: 20 }) },
    result: group('验收', { at: time('验收时间'), summary: text('结果') }),
  }),
  /** The summary of it for the wall beside the PC, on what its slips are printed. */
  acceptanceCard: get('/api/Client/AcceptanceCard', {
    title: '验收卡',
    scope: 'store',
    input: { agentId, paper: choice('纸张', papers) },
    file: 'application/pdf',
  }),
}
