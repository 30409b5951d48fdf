import { institution, organ } from '@yibao/shared/calls/organ.ts'
import { institutionType } from '@yibao/shared/entities/organ.ts'
import { metaOf } from '@yibao/shared/field.ts'
import { act, defineList, type InputProps, OneSelect, type RowOf } from '../../kit/index.ts'
import { AskedAreaSelect } from '../../organisation/area-select.tsx'
import { OneCompanySelect } from '../../organisation/company-select.tsx'

type Row = RowOf<typeof institution.getMedicalInfos>
const pharmacy = '2'

const types = Object.entries(metaOf(institutionType)?.choices ?? {}).map(([value, label]) => ({ value, label }))

/** 1201 is asked of one kind: a query without it is none. */
const TypeSelect = (props: InputProps) => <OneSelect {...props} options={types} placeholder="请选择" needed />

/** 机构查询: designated institutions as the area's centre has them registered (1201, domain.md 8.3). */
export default defineList({
  tableId: 'agency-query',
  call: institution.getMedicalInfos,
  exportAs: 'institution.getMedicalInfos',
  rowKey: 'fixmedinsCode',
  empty: '填写机构名称或机构编码，按「查询」向医保中心查询',
  initial: () => ({ fixmedinsType: pharmacy }) as const,
  // A phone shows the first: what the empty page asks for.
  filters: [
    'fixmedinsName',
    'fixmedinsCode',
    { key: 'fixmedinsType', input: TypeSelect },
    { key: 'medicalAreaCode', title: '区划', input: AskedAreaSelect },
  ],
  columns: [
    { key: 'fixmedinsCode', width: 140 },
    { key: 'fixmedinsName', width: 198 },
    { key: 'uscc', width: 176 },
    { key: 'fixmedinsType', width: 120 },
    { key: 'hospLevel', width: 90 },
    { key: 'areaName', width: 90 },
    { key: 'storeName', width: 174 },
  ],
  rowActions: [
    act({
      key: 'adopt',
      text: '新增为门店',
      call: organ.createOrgan,
      shown: ({ fixmedinsType, storeId }: Row) => fixmedinsType === pharmacy && !storeId,
      input: ({ areaCode, fixmedinsCode, fixmedinsName, uscc }: Row) => ({
        ...{ areaCode, fixmedinsCode, fixmedinsName },
        uscc: uscc || undefined,
      }),
      form: {
        wide: true,
        title: ({ fixmedinsName }: Row) => `把「${fixmedinsName}」新增为门店`,
        fields: ['name', 'companyId', 'erpStoreNo', 'address', 'contact', 'phone', 'contractFrom', 'contractTo'],
        initial: ({ fixmedinsName }: Row) => ({ name: fixmedinsName }),
        inputs: { companyId: OneCompanySelect },
      },
      done: '门店已新增，可在门店数据中添加用户',
    }),
  ],
})
