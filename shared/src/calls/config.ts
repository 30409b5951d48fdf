import { get, pageOf, paging, post } from '../call.ts'
import { areaOptions, configChange, configLayout, configRow, configState, systemOptions } from '../entities/config.ts'
import { choice, code, flag, group, id, integer, list, note, optional, someOf, text } from '../field.ts'

const menu = { menu: 'MedicalSecurityConfig', scope: 'store' } as const

/** Which options: an area's, or with a store that store's own. */
const place = { medicalAreaCode: optional(code('区划', { max: 6 })), storeId: optional(id('门店')) }

const change = {
  /** Revision the change was made on: somebody else's newer save is never overwritten unseen. */
  revision: integer('版本'),
  /** Options that go back to what their upper level says. */
  reset: optional(list(code('项目'), '恢复默认的项目', { max: 100 })),
}

const area = group('区划', { value: code('编码'), name: text('名称') })

export const ybOptions = {
  /** Areas and stores whose options the person may see. */
  pullConfigPlaces: get('/api/YBConfig/PullConfigPlaces', {
    ...menu,
    title: '可配置的区划和门店',
    result: group('位置', {
      areas: list(
        group('区划', {
          areaCode: code('区划'),
          areaName: text('名称'),
          stores: list(
            group('门店', { storeId: id('门店'), storeName: text('名称'), own: integer('本级设置数') }),
            '门店',
            {
              max: 20_000,
            },
          ),
        }),
      ),
    }),
  }),
  /** The same places as a list: which have options of their own, who changed them last, what is missing. */
  paged: get('/api/YBConfig/Paged', {
    ...menu,
    title: '医保配置一览',
    input: {
      ...paging,
      keyword: optional(note('区划/门店/机构编码', { max: 60 })),
      areaCode: optional(code('区划', { max: 6 })),
      companyId: optional(id('公司')),
      storeId: optional(id('门店')),
    },
    result: pageOf(configRow),
  }),
  /** Areas the person's data roles open, by province. */
  pullUserMedicalAreaCodes: get('/api/YBConfig/PullUserMedicalAreaCodes', {
    title: '我的医保区划',
    input: { keyword: optional(note('区划', { max: 30 })) },
    result: group('区划', {
      drowDownItems: list(group('选项', { value: code('编码'), name: text('名称'), drowDownItems: list(area) })),
    }),
  }),
  pullYBConfigOptionsUI: get('/api/YBConfig/PullYBConfigOptionsUI', {
    ...menu,
    title: '医保配置布局',
    input: place,
    result: configLayout,
  }),
  pullYBConfigOptionsV2: get('/api/YBConfig/PullYBConfigOptionsV2', {
    ...menu,
    title: '医保配置',
    input: place,
    result: configState,
  }),
  saveYBConfigOptions: post('/api/YBConfig/SaveYBConfigOptions', {
    ...menu,
    button: 'edit',
    title: '保存医保配置',
    audit: { action: '保存医保配置', record: ['medicalAreaCode', 'storeId', 'revision', 'reset'] },
    input: { ...place, ...change, values: group('修改的项目', someOf(areaOptions)) },
    result: configState,
  }),
  /** 9001 of an area with what is stored and, over it, what is being edited; signed out at once. */
  testConnection: post('/api/YBConfig/TestConnection', {
    ...menu,
    button: 'test',
    title: '测试连接',
    audit: { action: '测试医保中心连接', record: ['medicalAreaCode', 'storeId'] },
    input: { ...place, values: group('修改的项目', someOf(areaOptions)) },
    result: group('测试结果', {
      ok: flag('通过'),
      text: text('结果'),
      tips: note('办法'),
      url: note('地址'),
      storeName: text('门店'),
      ms: integer('耗时（毫秒）'),
    }),
  }),
  /** A file of an area's connection: a certificate in PEM. */
  uploadConfigFileTemplate: post('/api/YBConfig/UploadConfigFileTemplate', {
    ...menu,
    button: 'upload',
    upload: true,
    title: '上传配置文件',
    audit: { action: '上传配置文件', record: ['medicalAreaCode', 'key'] },
    input: { medicalAreaCode: place.medicalAreaCode, key: choice('项目', { centreCa: '中心根证书' }) },
    result: configState,
  }),
  removeConfigFileTemplate: post('/api/YBConfig/RemoveConfigFileTemplate/:id', {
    ...menu,
    button: 'remove',
    title: '移除配置文件',
    audit: { action: '移除配置文件', record: ['id'] },
    input: { id: id('文件') },
    result: configState,
  }),
  pullConfigHistory: get('/api/YBConfig/PullConfigHistory', {
    ...menu,
    title: '医保配置修改记录',
    input: { ...paging, ...place },
    result: pageOf(configChange),
  }),
}

const system = { menu: 'SystemConfig' } as const

export const systemConfig = {
  pullOptionsUI: get('/api/SystemConfig/PullOptionsUI', { ...system, title: '系统参数布局', result: configLayout }),
  pullOptions: get('/api/SystemConfig/PullOptions', { ...system, title: '系统参数', result: configState }),
  save: post('/api/SystemConfig/Save', {
    ...system,
    button: 'edit',
    title: '保存系统参数',
    audit: { action: '保存系统参数', record: ['revision', 'reset'] },
    input: { ...change, values: group('修改的项目', someOf(systemOptions)) },
    result: configState,
  }),
  history: get('/api/SystemConfig/History', {
    ...system,
    title: '系统参数修改记录',
    input: paging,
    result: pageOf(configChange),
  }),
}
