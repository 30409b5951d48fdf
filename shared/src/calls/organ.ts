import { get, pageOf, paging, post } from '../call.ts'
import {
  contractDue,
  erpStore,
  institutionRow,
  institutionType,
  organChanged,
  organForm,
  organRow,
  organState,
} from '../entities/organ.ts'
import { storeChoices } from '../entities/own-places.ts'
import { organTreeResult } from '../entities/permission.ts'
import { code, flag, group, id, integer, list, note, optional, someOf, text } from '../field.ts'
import { ownPlaces } from './own-places.ts'

const menu = 'StoreData'
const menus = [menu, 'AgencyQuery'] as const
const scope = 'store'
const ofId = (title: string) => ({ id: id(title) })
const area = optional(code('区划', { max: 6 }))
const company = optional(id('公司'))
const keyword = optional(note('门店名称/机构编码', { max: 60 }))
const recorded = ['name', 'companyId', 'areaCode', 'fixmedinsCode', 'erpStoreNo', 'contractTo'] as const

/** /store-manager/data: every Organ call of SPEC 7. An organ is a store here. */
export const organ = {
  pullOrgans: get('/api/Organ/PullOrgans', {
    title: '门店数据',
    menu,
    scope,
    input: {
      ...paging,
      ...{ keyword, companyId: company, areaCode: area, storeId: optional(id('门店')), state: optional(organState) },
      ...{
        signedIn: optional(organRow.shape.signedIn),
        online: organRow.shape.online,
        contract: optional(contractDue),
      },
    },
    result: pageOf(organRow),
    search: {
      noun: '门店',
      page: menu,
      by: 'keyword',
      title: 'name',
      about: ['fixmedinsCode', 'areaName'],
      filters: { keyword: 'fixmedinsCode' },
    },
  }),
  pullOrgan: get('/api/Organ/PullOrgan/:id', {
    title: '门店',
    menu,
    scope,
    input: ofId('门店'),
    result: organRow,
  }),
  /** What a store's centre still has to hear or to answer, for the question of closing it. */
  pullWaiting: get('/api/Organ/PullWaiting/:id', {
    title: '门店未完的上报',
    menu,
    button: 'stop',
    scope,
    input: ofId('门店'),
    result: group('未完的上报', {
      /** For how long the system goes on with them after the store is closed. */
      days: integer('停用后继续处理的天数'),
      sales: integer('销售明细'),
      stock: integer('进销存'),
      prescriptions: integer('电子处方'),
      visits: integer('门诊挂号'),
      claims: integer('清算申请'),
      /** What only a person moves on: refused, without a lot, or of unknown fate. A server of before does not say it. */
      stuck: optional(
        group('待处理', {
          sales: integer('销售明细'),
          stock: integer('进销存'),
          prescriptions: integer('电子处方'),
        }),
      ),
    }),
  }),
  /** Open stores of an area; of the session's without one. */
  pullMedicalAreaStores: get('/api/Organ/PullMedicalAreaStores', {
    title: '区划的门店',
    menu,
    scope,
    input: { medicalAreaCode: area, keyword },
    result: storeChoices,
  }),
  /** Open stores of one company. */
  pullStores: get('/api/Organ/PullStores/:id', {
    title: '公司的门店',
    menu,
    scope,
    input: ofId('公司'),
    result: storeChoices,
  }),
  /** Open stores of all companies, company after company. */
  pullCompanyStores: get('/api/Organ/PullCompanyStores', {
    title: '各公司的门店',
    menu,
    scope,
    input: { keyword },
    result: storeChoices,
  }),
  /** Open stores that a user's data roles let him see, as far as the asker sees them too. */
  pullUserRoleStores: get('/api/Organ/PullUserRoleStores', {
    title: '用户可见的门店',
    menu: [menu, 'UserManagement'],
    scope,
    input: { userId: id('用户') },
    result: storeChoices,
  }),
  pullUserStores: ownPlaces.pullUserStores,
  pullErpStores: get('/api/Organ/PullErpStores', {
    title: 'ERP门店',
    menu,
    scope,
    input: { companyId: company, bound: optional(flag('已绑定')) },
    result: list(erpStore, 'ERP门店'),
  }),
  /** Company → area → store, closed ones too. */
  getStoreTree: get('/api/Organ/GetStoreTree', { title: '门店树', menu, scope, result: organTreeResult }),
  getStoreTreeByAreaCode: get('/api/Organ/GetStoreTreeByAreaCode', {
    title: '区划的门店树',
    menu,
    scope,
    input: { medicalAreaCode: area },
    result: organTreeResult,
  }),
  createOrgan: post('/api/Organ/CreateOrgan', {
    title: '新增门店',
    menu: menus,
    button: 'add',
    scope,
    audit: { action: '新增门店', record: [...recorded] },
    input: organForm,
    result: organRow,
  }),
  /** With a name it is the whole form, else only what is named changes. */
  changeOrgan: post('/api/Organ/ChangeOrgan', {
    title: '修改门店',
    menu,
    button: 'edit',
    scope,
    audit: { action: '修改门店', record: ['id', ...recorded] },
    input: { ...ofId('门店'), ...someOf(organForm) },
    result: organChanged,
  }),
  /** Lets one new PC be bound to a store where nobody opens the wizard: setup.exe /S /ENROLL=<code> (docs/INSTALL.md). */
  enrolCode: post('/api/Organ/EnrolCode', {
    menu: 'ClientMonitor',
    button: 'handle',
    scope: 'area',
    title: '绑定码',
    audit: { action: '生成绑定码', record: ['storeId'] },
    input: { storeId: id('门店') },
    result: group('绑定码', {
      enrolCode: code('绑定码', { max: 64 }),
      storeName: text('门店名称'),
      minutes: integer('有效分钟'),
    }),
  }),
  /** Stops a store, or opens it again: one right for both. */
  closeOrgan: post('/api/Organ/CloseOrgan/:id', {
    title: '停用门店',
    menu,
    button: 'stop',
    scope,
    audit: { action: '停用门店', record: ['id', 'reopen'] },
    input: { ...ofId('门店'), reopen: optional(flag('重新营业')) },
    result: organRow,
  }),
}

export const companyCalls = { pullCompanies: ownPlaces.pullCompanies }

/**
 * /store-manager/agency-query: 1201 of the area's centre. Without name and code nothing is asked. Who files what a hospital
 * has decided looks it up by its name.
 */
export const institution = {
  getMedicalInfos: post('/api/Institution/GetMedicalInfos', {
    title: '机构查询',
    menu: [...menus, 'SpecialMedicalMenu', 'SpecialDiseaseMenu'],
    scope,
    input: {
      ...paging,
      medicalAreaCode: area,
      fixmedinsType: institutionType,
      fixmedinsName: optional(note('机构名称', { max: 200 })),
      fixmedinsCode: optional(code('机构编码', { max: 12 })),
    },
    result: pageOf(institutionRow),
  }),
}
