import { beginSetup } from '@yibao/shared/calls/begin-setup.ts'
import { organ } from '@yibao/shared/calls/organ.ts'
import { storeUser } from '@yibao/shared/calls/store-user.ts'
import { callServer } from '../../../api/index.ts'
import { ui } from '../../../api/ui.ts'
import { type Action, act, late, needOf, placeParameter, type RowOf, switchActions } from '../../../kit/index.ts'
import { OneAreaSelect } from '../../../organisation/area-select.tsx'
import { OneCompanySelect } from '../../../organisation/company-select.tsx'
import { go } from '../../../state/go.ts'
import { compare } from './compare.tsx'
import { losesText } from './loses.ts'

type Row = RowOf<typeof organ.pullOrgans>

const StoreUsers = late(() => import('../../../permission/store-users.tsx'))

export const organFields = [
  ...(['name', 'companyId', 'areaCode', 'fixmedinsCode', 'fixmedinsName', 'erpStoreNo', 'uscc'] as const),
  ...(['hospLevel', 'address', 'contact', 'phone', 'contractFrom', 'contractTo'] as const),
]
export const organInputs = { companyId: OneCompanySelect, areaCode: OneAreaSelect }

const whenOpen = ({ state }: Row) => (state === 'open' ? undefined : '门店已停用')

/** What can be done with one store. */
export const rowActions: Action<Row>[] = [
  act({
    key: 'edit',
    text: '编辑',
    call: organ.changeOrgan,
    input: ({ id }: Row) => ({ id }),
    form: {
      wide: true,
      title: ({ name }: Row) => `编辑「${name}」`,
      fields: organFields,
      like: organ.createOrgan,
      initial: (row: Row) => Object.fromEntries(organFields.map((field) => [field, row[field] || undefined])),
      intro:
        '有过医保订单的门店不能再改公司、区划和机构编码；医保中心已有其对照、备案等登记的，不能再改区划和机构编码。',
      inputs: organInputs,
    },
    after: ({ leftRoles }) =>
      ui().success(leftRoles ? `门店已修改。门店换了公司，数据角色 ${leftRoles} 不再含这家门店` : '门店已修改'),
  }),
  {
    key: 'users',
    text: '用户',
    need: needOf(storeUser.pullStoreUsers),
    run: (row, { dialogs }) => dialogs.open<void>((done) => <StoreUsers shop={row} onClose={() => done()} />),
  },
  act({
    key: 'erp',
    text: '绑定ERP门店',
    call: organ.changeOrgan,
    input: ({ id }: Row) => ({ id }),
    form: {
      title: ({ name }: Row) => `「${name}」的 ERP 门店号`,
      fields: ['erpStoreNo'],
      initial: ({ erpStoreNo }: Row) => ({ erpStoreNo: erpStoreNo || undefined }),
      intro: '连锁 ERP 里这家门店的编号。同一公司内不能重复。',
      okText: '绑定',
      cancelText: '不绑定',
    },
    done: 'ERP 门店已绑定',
  }),
  compare,
  {
    key: 'config',
    text: '医保配置',
    need: { menuCode: 'MedicalSecurityConfig' },
    run: ({ areaCode, id }) =>
      go(`/system-manager/medical-security-config?${new URLSearchParams({ [placeParameter]: `${areaCode}/${id}` })}`),
  },
  act({
    key: 'enrol',
    text: '绑定码',
    call: organ.enrolCode,
    disabled: whenOpen,
    input: ({ id }: Row) => ({ storeId: id }),
    after: async ({ enrolCode, storeName, minutes }, _, tools) => {
      // Few people make one: its dialog does not come with the page.
      const { showSecret } = await import('../../../permission/secret.tsx')
      await showSecret(
        `「${storeName}」的绑定码`,
        `只显示这一次，${minutes} 分钟内可以绑定一台电脑：静默安装时填在 /ENROLL= 后面。有人在电脑前时不用它，打开「安装初始化」即可。`,
        enrolCode,
        tools,
      )
    },
  }),
  act({
    key: 'setup',
    text: '重新初始化',
    call: beginSetup,
    disabled: whenOpen,
    input: ({ id }: Row) => ({ storeId: id }),
    confirm: ({ name }: Row) => ({
      title: `「${name}」重新初始化`,
      tips: '店员下次登录先进入初始化向导，做完各步或由管理员跳过后才能进入其他页面。换了区划参数、机构编码，或迁店后使用。',
    }),
    done: '店员下次登录时进入初始化向导',
  }),
  ...switchActions({
    noun: '门店',
    what: ({ name }: Row) => `「${name}」`,
    enabled: ({ state }: Row) => state === 'open',
    stop: organ.closeOrgan,
    enable: organ.closeOrgan,
    input: ({ id }, enabled) => ({ id, reopen: enabled }),
    loses: async (row) => losesText(row, await callServer(organ.pullWaiting, { id: row.id })),
  }),
]
