import { company } from '@yibao/shared/calls/company.ts'
import { storeUser } from '@yibao/shared/calls/store-user.ts'
import { showKey } from '../../company/key.ts'
import { act, defineList, hiddenColumns, moreFilters, type RowOf, switchActions } from '../../kit/index.ts'
import { AreasSelect, SuperAreaSelect } from '../../organisation/area-select.tsx'
import { stateTones } from '../../permission/role-actions.tsx'
import { showPassword } from '../../permission/secret.tsx'

type Row = RowOf<typeof company.pullCompanies>
const idOf = ({ companyId }: Row) => ({ companyId })
const fields = ['name', 'shortName', 'contact', 'phone', 'erpType', 'licenceUntil'] as const

/** 公司管理: the pharmacy chains of the service (domain.md 8.11). Super administrators only. */
export default defineList({
  tableId: 'company-manager',
  call: company.pullCompanies,
  rowKey: 'companyId',
  empty: '没有符合条件的公司。按「新增公司」添加，或在公司初始化中一步步开通',
  filters: ['keyword', { key: 'areaCode', input: SuperAreaSelect }, 'state', ...moreFilters('licence')],
  columns: [
    { key: 'companyId', width: 100, sort: true },
    { key: 'name', width: 180, sort: true },
    { key: 'contact', width: 90 },
    { key: 'stores', width: 80 },
    { key: 'areaNames', width: 150 },
    { key: 'licenceUntil', width: 110, sort: true },
    { key: 'adminUserName', width: 110 },
    { key: 'state', width: 80, tones: stateTones },
    ...hiddenColumns({ shortName: 100, phone: 130, erpType: 110, keyAt: 150, formerUntil: 150, createdAt: 150 }),
  ],
  actions: [
    act({
      key: 'add',
      text: '新增公司',
      primary: true,
      call: company.add,
      form: {
        wide: true,
        fields: ['companyId', ...fields],
        intro: '公司编号由 ERP 使用，新增后不能修改。保存后显示一次验证码。',
      },
      after: (key, _, tools) => showKey(key, tools),
    }),
  ],
  rowActions: [
    act({
      key: 'edit',
      text: '编辑',
      call: company.save,
      input: idOf,
      form: {
        wide: true,
        title: ({ name }: Row) => `编辑「${name}」`,
        fields,
        initial: (row: Row) => Object.fromEntries(fields.map((key) => [key, row[key]])),
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
      form: { fields: ['licenceUntil'], initial: ({ licenceUntil }: Row) => ({ licenceUntil }) },
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
        fields: ['userName', 'name', 'mobilePhone'],
        intro: '管理员能看到这家公司的全部门店。已有的管理员账号得到权限，密码不变。',
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
  ],
})
