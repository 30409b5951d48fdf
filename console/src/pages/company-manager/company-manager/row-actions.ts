import { company } from '@yibao/shared/calls/company.ts'
import { storeUser } from '@yibao/shared/calls/store-user.ts'
import { showKey } from '../../../company/key.ts'
import { type Action, act, type RowOf, switchActions } from '../../../kit/index.ts'
import { AreasSelect } from '../../../organisation/area-select.tsx'
import { showPassword } from '../../../permission/secret.tsx'

type Row = RowOf<typeof company.paged>
const idOf = ({ companyId }: Row) => ({ companyId })

/** What a person writes about a company. */
export const companyFields = ['name', 'shortName', 'contact', 'phone', 'erpType', 'licenceUntil'] as const

/** What can be done with one company. */
export const rowActions: Action<Row>[] = [
  act({
    key: 'edit',
    text: '编辑',
    call: company.save,
    input: idOf,
    form: {
      wide: true,
      title: ({ name }: Row) => `编辑「${name}」`,
      fields: companyFields,
      initial: (row: Row) => Object.fromEntries(companyFields.map((key) => [key, row[key]])),
    },
    done: '公司已修改',
  }),
  act({
    key: 'key',
    text: '更换验证码',
    call: company.rotateKey,
    input: idOf,
    form: {
      title: ({ name }: Row) => `更换「${name}」的验证码`,
      fields: ['graceHours'],
      initial: () => ({ graceHours: '24' }),
      intro: '每台电脑的 ERP 都要改成新的验证码。怀疑泄露时选「立即失效」，没有改好的电脑随即不能静默登录。',
      okText: '更换',
      cancelText: '不更换',
    },
    after: (key, _, tools) => showKey(key, tools),
  }),
  act({
    key: 'renew',
    text: '续期',
    call: company.renew,
    input: idOf,
    form: {
      title: ({ name }: Row) => `「${name}」续期`,
      fields: ['licenceUntil'],
      initial: ({ licenceUntil }: Row) => ({ licenceUntil }),
    },
    done: '授权已续期',
  }),
  act({
    key: 'areas',
    text: '开通区划',
    call: company.assignAreas,
    input: idOf,
    form: {
      title: ({ name }: Row) => `「${name}」开通的区划`,
      fields: ['areas'],
      inputs: { areas: AreasSelect },
      initial: ({ areas }: Row) => ({ areas }),
      intro: '门店只能导入到已开通的区划。',
    },
    done: '区划已保存',
  }),
  act({
    key: 'admin',
    text: '设置管理员',
    call: company.openAdmin,
    input: idOf,
    disabled: ({ stores }: Row) => (stores ? undefined : '还没有门店'),
    form: {
      title: ({ name }: Row) => `「${name}」的管理员`,
      fields: ['userName', 'name', 'mobilePhone'],
      intro: ({ adminUserName }: Row) =>
        `管理员能看到这家公司的全部门店。用户名是已有的管理员时会先问一次，他的密码不变。${adminUserName && `原管理员 ${adminUserName} 的权限保留，不再需要的请在「用户管理」收回他的角色。`}`,
    },
    after: ({ made }, _, tools) => made && showPassword(made, tools),
    done: '管理员已设置',
  }),
  act({
    key: 'password',
    text: '重置管理员密码',
    call: storeUser.resetAdminPassword,
    shown: ({ adminUserId }: Row) => adminUserId !== undefined,
    input: ({ adminUserId }: Row) => ({ id: adminUserId! }),
    confirm: ({ adminUserName }: Row) => ({
      title: `重置 ${adminUserName} 的密码`,
      tips: '原密码随即失效，已登录的立即退出。新的初始密码只显示一次。',
      okText: '重置',
      cancelText: '不重置',
    }),
    after: (password, _, tools) => showPassword(password, tools),
  }),
  act({
    key: 'withdraw',
    text: '撤回',
    danger: true,
    call: company.withdraw,
    shown: ({ stores }: Row) => stores === 0,
    input: idOf,
    confirm: ({ name }: Row) => ({
      title: `撤回「${name}」`,
      tips: '这家公司还没有门店，连同它的验证码一起删除。编号可以再用。',
    }),
    done: '公司已撤回',
  }),
  ...switchActions({
    noun: '公司',
    what: ({ name }: Row) => `「${name}」`,
    enabled: ({ state }: Row) => state === 'enabled',
    stop: company.stop,
    enable: company.enable,
    input: idOf,
    loses: ({ stores }: Row) =>
      `${stores} 家门店的店员立即退出，密码登录和 ERP 静默登录都不能再用，正在进行的结算由系统核实。管理员账号不受影响。`,
  }),
]
