import * as z from 'zod/mini'
import { get, post } from '../call.ts'
import { choice, code, data, flag, group, id, integer, list, note, optional, text } from '../field.ts'

const entry = group('字典项', {
  value: code('编码'),
  name: text('名称'),
  parent: optional(note('上级')),
  isDefault: optional(flag('默认')),
  /** Only where stopped ones were asked for: a name for old values, no choice for new ones. */
  stopped: optional(flag('停用')),
})
const codesOfType = group('字典', { codeType: code('字典类型'), codes: list(entry) })

export const dictionary = {
  /** Codes by type, of the session's area; types that are our own enumerations are served too. */
  map: post('/api/Dictionary/Map', {
    reads: true,
    title: '字典',
    guest: true,
    input: {
      codeTypes: list(code('字典类型'), '字典类型', { max: 200 }),
      /** true: stopped ones too, marked. */
      withStopped: optional(flag('含停用')),
    },
    result: list(codesOfType, '字典'),
  }),
}

export interface District {
  value: string
  name: string
  childDistricts: District[]
}
const district: z.ZodMiniType<District> = z.object({
  value: code('区划'),
  name: text('名称'),
  get childDistricts() {
    return z.array(district)
  },
})

export const districtCalls = {
  pullDistrictTree: get('/api/District/PullDistrictTree', {
    title: '行政区划',
    result: z.object({ childDistricts: z.array(district) }),
  }),
}

const option = group('选项', { value: code('编码'), name: text('名称') })
const nested = group('选项', { value: code('编码'), name: text('名称'), drowDownItems: list(option) })

export const ybConfig = {
  pullMedicalAreaCodes: get('/api/YBConfig/PullMedicalAreaCodes', {
    title: '医保区划',
    result: group('区划', { drowDownItems: list(nested) }),
  }),
  /** A new installation knows no area: the ones it works in are opened by hand, their centres by their 医保配置. */
  openMedicalArea: post('/api/YBConfig/OpenMedicalArea', {
    title: '开通区划',
    menu: ['CompanyManager', 'CompanyInit'],
    button: 'add',
    audit: { action: '开通区划', record: ['medicalAreaCode', 'name'] },
    input: { medicalAreaCode: code('区划编码', { max: 6 }), name: optional(text('区划名称', { max: 40 })) },
  }),
  pullCardReaderTypes: get('/api/YBConfig/PullCardReaderTypes', {
    title: '读卡器类型',
    input: { force: optional(flag('刷新')) },
    result: group('读卡器', {
      cardReaderTypes: list(
        group('读卡器', { value: code('类型'), name: text('名称'), medium: code('介质'), driver: code('驱动') }),
      ),
    }),
  }),
  pullUserMedicalAreas: get('/api/YBConfig/PullUserMedicalAreas', {
    title: '可切换区划',
    result: group('区划', {
      medicalAreas: list(
        group('区划', {
          areaCode: code('区划'),
          areaName: text('名称'),
          childs: list(
            group('下级', {
              childAreaCode: code('区划'),
              childAreaName: text('名称'),
              /** Some of its stores are not the asker's: what is for all of them is not his to say. */
              part: optional(flag('只有部分门店')),
            }),
          ),
        }),
      ),
    }),
  }),
  /** What the area shows and demands at the counter (area settings of ux 11). */
  pullMedicalUI: get('/api/YBConfig/PullMedicalUI', {
    title: '界面配置',
    guest: true,
    /** `refId`: the store whose counter is meant (SPEC 3), one of the asker's; else the session's own, or the area alone. */
    input: { medicalAreaCode: optional(code('区划', { max: 6 })), refId: optional(note('业务编号')) },
    result: group('界面配置', {
      areaName: note('区划名称'),
      medicalTypes: list(option),
      defaultMedicalType: code('默认医疗类别'),
      chronicMedicalTypes: list(code('慢特病医疗类别')),
      typedIdCard: flag('允许手工输入证件号'),
      authorizeReversal: flag('撤销需要授权'),
      authorizeUndo: optional(flag('冲正需要授权')),
      rereadBeforeReversal: optional(flag('撤销前再次读卡')),
      traceCodeRequired: flag('需要追溯码'),
      expiredForbidden: flag('禁止结算过期药品'),
      rxReviewRequired: flag('处方须经药师审核'),
      /** Electronic prescriptions circulate here: F6 asks the centre for those of the customer. */
      circulation: flag('电子处方流转'),
      unknownAdvice: note('结果未知时对顾客的说明'),
      slipLayout: code('小票版式'),
      hiddenFunds: list(code('不显示的基金')),
      counterKeys: data('按键'),
      /** What a scanned text is by the area's own patterns, which come before those of everywhere (ux 2.4). */
      scanPatterns: optional(
        list(
          group('扫码规则', {
            kind: choice('种类', {
              ...{ eVoucher: '电子凭证', torn: '残缺凭证', trace: '追溯码', barCode: '条码', idCard: '身份证' },
            }),
            pattern: note('规则'),
          }),
        ),
      ),
      /** The store reads no cards on purpose: no light warns of a reader that is not there. */
      noReader: optional(flag('本店不用读卡')),
      counterSound: flag('刷卡页提示音'),
      /** Minutes without keyboard, mouse or touch after which the console locks itself; 0 = never. */
      lockMinutes: integer('自动锁屏（分钟）'),
      watermark: flag('页面水印'),
    }),
  }),
}

export const progress = {
  percentage: get('/api/Progress/Percentage', {
    title: '进度',
    input: { progressId: id('进度编号') },
    result: group('进度', {
      percentage: integer('百分比', { max: 100 }),
      text: note('说明'),
      finished: flag('完成'),
      error: optional(note('错误')),
      results: list(group('结果', { target: note('对象'), ok: flag('成功'), text: note('说明') })),
      /** Of work on several stores: what it is called. */
      name: optional(note('名称')),
      /** It is under way and may be stopped. */
      stops: optional(flag('停止')),
    }),
  }),
  /** Ends one's own work behind the part it is at: what was done stays done. */
  stop: post('/api/Progress/Stop', { title: '停止', input: { progressId: id('进度编号') } }),
}

export const continuation = {
  complete: post('/api/Continuation/Complete', {
    title: '完成设备操作',
    input: {
      pubSubId: id('操作编号'),
      /** The verb that was run, or absent for a decision. */
      action: optional(code('动作')),
      button: optional(code('按钮')),
      ok: optional(flag('成功')),
      /** The agent's answer, its UTF-8 JSON as one string, untouched (DESIGN 6); a scan: {medium, code}. */
      result: optional(note('结果', { max: 400_000 })),
      agentId: optional(note('助手', { max: 60 })),
      agentSignature: optional(note('签名', { max: 400 })),
    },
  }),
}
