import { company } from '@yibao/shared/calls/company.ts'
import { code, optional, password } from '@yibao/shared/field.ts'
import { defineFlow } from '../../kit/index.ts'
import { go } from '../../state/go.ts'
import { type Check, type Opening, type Step, useOpening } from './company-init/context.ts'

type Key = 'base' | 'areas' | 'stores' | 'roles' | 'admin' | 'link' | 'data'

// What a step does comes with the first one that is pressed.
const check =
  (key: Key): Check =>
  async (tools) =>
    (await import('./company-init/checks.ts')).checks[key](tools)

const withdraw: Step['undo'] = {
  text: '撤回公司',
  run: async (tools) => (await import('./company-init/checks.ts')).withdraw(tools),
}

const { companyId: _, ...person } = company.openAdmin.input.shape
const later = { text: '以后再做', reason: true } as const
const step = (key: Key, words: Omit<Step, 'key' | 'check'>): Step => ({ key, check: check(key), ...words })

const steps: Step[] = [
  step('base', {
    title: '基础信息',
    purpose: '登记公司，取得 ERP 使用的验证码。',
    task: '公司编号填入 ERP 后不能再改。验证码只显示一次，请当场记下。',
    action: '新增公司',
    fields: company.add.input.shape,
    again: '资料改好后按「重新检查」更新。编号不能改：编错了先撤回这家公司，再用新编号新增。',
    undo: withdraw,
  }),
  step('areas', {
    title: '区划',
    purpose: '选定公司在哪些医保区划有门店。',
    task: '接口参数按区划设置，在医保配置中维护；这里只选择区划。',
    action: '选择区划',
    again: '按「重新检查」可以增加或移除区划；有营业门店的区划不能移除，其余步骤的结果保留。',
    needs: ['base'],
  }),
  step('stores', {
    title: '门店',
    purpose: '按区划导入门店。',
    task: '先下载模板，每行一家门店；有错误的行会列出原因，改好后再导入一次。',
    action: '导入门店',
    again:
      '按「重新检查」可以再导入。区划导错的在门店数据中改区划，机构编码导错的改编码；不要的停用，停用后不再计入，编码仍被占用。',
    needs: ['areas'],
  }),
  step('roles', {
    title: '角色',
    purpose: '准备管理员的菜单角色和包含全部门店的数据角色。',
    task: '这一步没有要填写的内容。',
    action: '准备角色',
    again: '以后新增的门店自动加入数据角色；按「重新检查」去掉已停用的门店，不会多出角色。',
    needs: ['stores'],
  }),
  step('admin', {
    title: '管理员',
    purpose: '新增公司的管理员账号。',
    task: '初始密码只显示一次，首次登录时须修改。',
    action: '新增管理员',
    again: '要换人，改用户名后按「重新检查」。原来的管理员保留账号和权限，不需要时在用户管理中停用。',
    fields: person,
    needs: ['roles'],
  }),
  step('link', {
    title: 'ERP 连接',
    purpose: '确认 ERP 用公司编号和验证码能静默登录。',
    task: '刚新增的公司可不填验证码。填客户端编号时，一并检查那台电脑。',
    action: '测试连接',
    again: '这一步只测试，没有改动任何内容。',
    fields: {
      verifyCode: optional(password('验证码')),
      clientNo: optional(code('客户端编号', { max: 40 })),
    },
    needs: ['stores'],
    skip: later,
  }),
  step('data', {
    title: '字典与目录',
    purpose: '下载每个区划的字典和医保目录。',
    task: '第一次约几分钟；离开后下载在后台继续，再次下载从断点继续。',
    action: '下载',
    again: '再次下载只取新的内容，已下载的保留。',
    needs: ['areas'],
    skip: later,
  }),
]

/** 公司初始化: opens a pharmacy chain step by step (domain.md 8.11). Super administrators only. */
export default defineFlow<Opening>(
  {
    id: 'company-init',
    title: '公司初始化',
    intro: '开通一家公司。中断后从没有完成的一步继续。',
    use: useOpening,
    steps,
    finish: {
      title: '公司已开通',
      text: '下面是每一步的结果，可以保存日志留底。接下来由公司管理员在用户管理中新增店员，在目录差异中导入商品并对照。',
      action: '完成，去公司管理',
      run: ({ again }) => {
        again()
        go('/company-manager/company-manager')
      },
    },
  },
  ({ round }) => round,
)
