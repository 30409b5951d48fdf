import { doctor } from '@yibao/shared/calls/staff.ts'
import { act, defineList, hiddenColumns, importRows, type RowOf, switchActions } from '../../kit/index.ts'
import { ofAllStores } from '../../organisation/all-stores.ts'
import { OpenStoreFilter, StoreFilter } from '../../organisation/store-filter.tsx'

type Row = RowOf<typeof doctor.paged>
const stateTones = { enabled: 'good', waiting: 'warn', expired: 'harm', stopped: 'off' } as const
const fields = [
  'name',
  'category',
  'code',
  'sex',
  'certType',
  'certNo',
  'title',
  'certificateNo',
  'practiceNo',
] as const
const form = [...fields, 'validFrom', 'validTo'] as const
const inputs = { storeId: OpenStoreFilter }
/** medins_psn_type of a pharmacist. */
const pharmacist = '3'

/** 医保医师药师: whom a purchase of a store names as doctor and reviewer (domain.md 8.4). */
export default defineList({
  tableId: 'insurance-menu',
  call: doctor.paged,
  empty: '还没有医师药师。按「从中心更新」取得，或按「新增人员」添加',
  filters: ['keyword', 'category', 'state', 'due', { key: 'storeId', input: StoreFilter }],
  columns: [
    { key: 'name', width: 104, sort: true },
    { key: 'category', width: 80, sort: true },
    { key: 'code', width: 139, sort: true },
    { key: 'certNo', width: 144 },
    { key: 'title', width: 96 },
    { key: 'validTo', width: 105, sort: true },
    { key: 'storeName', width: 124, sort: true },
    { key: 'isDefault', width: 65, tones: { true: 'good' } },
    { key: 'state', width: 82, tones: stateTones },
    ...hiddenColumns({ account: 110, sex: 60, certType: 120, certificateNo: 140, practiceNo: 140, validFrom: 105 }),
  ],
  actions: [
    act({
      key: 'sync',
      text: '从中心更新',
      primary: true,
      call: doctor.updateDoctorByOnce,
      form: {
        title: '从中心更新医师药师',
        fields: ['storeId'],
        intro: ofAllStores(
          '按国家编码核对中心的医师和药师（5102）：新人加入，已有人员的证书和有效期按中心更新，中心已不在册的停用。',
        ),
        inputs,
        okText: '开始更新',
        cancelText: '不更新',
      },
      progress: '从中心更新医师药师',
    }),
    act({
      key: 'add',
      text: '新增人员',
      call: doctor.add,
      form: { wide: true, fields: [...form, 'storeId'], initial: () => ({ category: '3' }), inputs },
      done: '人员已新增',
    }),
    importRows('InsuranceMenu', 'doctor', '导入医师药师'),
  ],
  rowActions: [
    act({
      key: 'edit',
      text: '编辑',
      call: doctor.update,
      input: ({ id }: Row) => ({ id }),
      form: {
        wide: true,
        title: ({ name }: Row) => `编辑「${name}」`,
        fields: form,
        like: doctor.add,
        initial: ({ certNo: _, ...row }: Row) => ({ ...row, code: row.code || undefined }),
        intro: '证件号码不显示；不改时留空。',
      },
      done: '人员已修改',
    }),
    act({
      key: 'default',
      text: '设为默认',
      call: doctor.update,
      shown: ({ isDefault, state }: Row) => !isDefault && state === 'enabled',
      input: ({ id }: Row) => ({ id, isDefault: true }),
      done: '已设为默认',
    }),
    act({
      key: 'account',
      text: '账号',
      call: doctor.account,
      shown: ({ category }: Row) => category === pharmacist,
      input: ({ id }: Row) => ({ id }),
      form: {
        title: ({ name }: Row) => `「${name}」的登录账号`,
        intro: '用这个账号登录的人以该药师的名义审核处方。只有管理员可以填写；清空后不能再审核。',
        fields: ['userName'],
        initial: ({ account }: Row) => ({ userName: account || undefined }),
      },
      done: '登录账号已保存',
    }),
    ...switchActions({
      noun: '人员',
      what: ({ name }: Row) => `「${name}」`,
      enabled: ({ state }: Row) => state !== 'stopped',
      stop: doctor.update,
      enable: doctor.update,
      input: ({ id }, enabled) => ({ id, stopped: !enabled }),
      loses: () => '停用后不能再选作开方医师或审核药师。以前的结算不变，可随时再启用。',
    }),
    act({
      key: 'remove',
      text: '删除',
      danger: true,
      call: doctor.remove,
      input: ({ id }: Row) => ({ id }),
      confirm: ({ name }: Row) => ({ title: `删除「${name}」`, tips: '删除后不能恢复。以前的结算不变。' }),
      done: '人员已删除',
    }),
  ],
})
