import { ybConfig } from '@yibao/shared/calls/base.ts'
import { company } from '@yibao/shared/calls/company.ts'
import { licenceStates } from '@yibao/shared/entities/company.ts'
import { showKey } from '../../company/key.ts'
import { act, defineList, hiddenColumns, moreFilters, Status } from '../../kit/index.ts'
import { SuperAreaSelect } from '../../organisation/area-select.tsx'
import { stateTones } from '../../permission/state-tones.ts'
import { forgetAreaLists } from '../../session/caches.ts'
import { companyFields, rowActions } from './company-manager/row-actions.ts'

/** 公司管理: the pharmacy chains of the service (domain.md 8.11). Super administrators only. */
export default defineList({
  tableId: 'company-manager',
  call: company.paged,
  rowKey: 'companyId',
  empty: '没有符合条件的公司。按「新增公司」添加，或在公司初始化中一步步开通',
  filters: ['keyword', { key: 'areaCode', input: SuperAreaSelect }, 'state', ...moreFilters('licence')],
  columns: [
    { key: 'companyId', width: 100, sort: true },
    { key: 'name', width: 170, sort: true },
    { key: 'contact', width: 90 },
    { key: 'stores', width: 80 },
    { key: 'areaNames', width: 148 },
    {
      key: 'licenceUntil',
      width: 120,
      sort: true,
      render: ({ licence, licenceUntil }) =>
        licence && (
          <span title={licenceStates[licence]}>
            <Status tone={licence === 'expired' ? 'harm' : 'warn'}>{licenceUntil}</Status>
          </span>
        ),
    },
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
        fields: ['companyId', ...companyFields],
        intro: '公司编号由 ERP 使用，新增后不能修改。保存后显示一次验证码。',
      },
      after: (key, _, tools) => showKey(key, tools),
    }),
    act({
      key: 'openArea',
      text: '开通新区划',
      call: ybConfig.openMedicalArea,
      form: {
        fields: ['medicalAreaCode', 'name'],
        intro:
          '统筹区的 6 位编码，例如杭州市 330100；收录过的区划可不填名称。开通后在「医保配置」填写它的中心地址、网关账号和密钥。',
        okText: '开通',
        cancelText: '不开通',
      },
      done: '区划已开通，请在「医保配置」填写中心连接',
      after: forgetAreaLists,
    }),
  ],
  rowActions,
})
