import { get } from '../call.ts'
import { reconState } from '../entities/reconciliation.ts'
import { choice, code, day, flag, group, id, integer, list, money, note, optional, time } from '../field.ts'

/** What waits of a kind is counted as far as this; more are counted on the page it leads to. */
export const mostPending = 99

const tile = group('订单', {
  id: id('订单'),
  kind: choice('类型', {
    ...{ unknown: '结果未知', unprinted: '待打印', toReturn: '待退款', parked: '挂单' },
    ...{ refusedSale: '销售被拒', refusedStock: '进销存被拒' },
  }),
  /** Not refused: the program moves it no more. No kind of its own, for a console of before fails on one it does not know. */
  stuck: optional(flag('待处理')),
  /** Refused of what was handed out on electronic prescriptions; no kind of its own for the same reason. */
  prescription: optional(flag('电子处方')),
  text: note('说明'),
  at: time('时间'),
  /** Where it is one order: the page that it leads to is asked for it. */
  orderNo: optional(note('订单号')),
  /** How many of its kind wait where they are told one by one and not all of them; one more than `mostPending` is more. */
  count: optional(integer('同类件数')),
})

/** Days before yesterday whose books wait for somebody, of the month that is listed: how many, and the first and last of them. */
const earlier = optional(group('更早待处理', { days: integer('天数'), from: day('最早'), to: day('最近') }))

const money3 = { fund: money('基金'), account: money('账户'), cash: money('现金') }

const namedSum = group('分组', { key: code('编码'), name: note('名称'), count: integer('笔数'), total: money('总额') })

/** /dashboard (ux 7). Sums of days take a reversal off on its own day, as every report does. */
export const report = {
  /** What everybody's home page shows, of the stores he sees. */
  dashboard: get('/api/Report/Dashboard', {
    title: '首页',
    scope: 'store',
    result: group('首页', {
      at: time('更新时间'),
      sign: group('签到', {
        signed: flag('已签到'),
        at: optional(time('签到时间')),
        operatorName: optional(note('操作员')),
      }),
      today: group('今日结算', {
        count: integer('笔数', { min: -1_000_000 }),
        reversals: integer('撤销', { min: -1_000_000 }),
        total: money('总额'),
        ...money3,
      }),
      /** Of an operator's store; an administrator finishes nothing at a counter. */
      pending: list(tile),
      yesterday: optional(group('昨日对账', { state: reconState, differences: integer('差异') })),
      earlier,
      /** Chronic diseases whose filing ends within 7 days (ux 7). */
      ending: integer('7 天内到期备案'),
      /** Residents' two diseases likewise: their list is another one. */
      endingTwoDiseases: integer('7 天内到期两病备案'),
      /** Pharmacists of the register, special drugs and designations that end within 30 days. */
      endingPharmacists: optional(integer('30 天内到期药师')),
      endingSpecialDrugs: optional(integer('30 天内到期特药备案')),
      endingDesignations: optional(integer('30 天内到期定点备案')),
      /** Of administrators: when the first certificate of a centre ends or has ended, where that is within 30 days. */
      caEnds: optional(day('中心证书到期日')),
      /** Set-up steps of the store that were left out, by their places from 0 (ux 5). */
      setup: list(integer('初始化步骤')),
      /** Notices not read. */
      unread: integer('未读消息'),
      /** The last 30, today at the end. */
      days: list(group('每日', { day: day('日期'), count: integer('笔数', { min: -1_000_000 }), ...money3 })),
      /** Settlements by the hour of their settling, 0 to 23; `before` is the same weekday a week ago. */
      hours: list(
        group('每小时', { hour: integer('时', { max: 23 }), today: integer('今日'), before: integer('上周') }),
      ),
      /** The last 30 days by med_type, the most money first. */
      types: list(namedSum),
    }),
  }),
  /** What an administrator's home page shows besides. */
  areaDashboard: get('/api/Report/AreaDashboard', {
    title: '区域首页',
    scope: 'area',
    result: group('区域首页', {
      at: time('更新时间'),
      stores: group('门店', {
        total: integer('门店'),
        online: integer('在线'),
        unsigned: integer('未签到'),
        /** Some that cannot sell now, those without a counter program first. */
        away: list(group('门店', { id: id('门店'), name: note('门店'), online: flag('在线') })),
      }),
      books: group('对账', {
        stores: integer('对账门店'),
        unequal: integer('未平门店'),
        unfinished: integer('未对账门店'),
        differences: integer('未平笔数'),
        /** Groups that 日对账 shows of that day as 待处理. */
        pending: optional(integer('待处理组数')),
        earlier,
        unknown: integer('结果未知'),
        /** Of the last three closed months, what is to be claimed and no accepted application holds. */
        unclaimed: money('待清算基金'),
      }),
      /** Applications that wait for the asker's word. */
      approvals: integer('待我审批'),
      centre: group('中心调用', {
        calls: integer('次数'),
        refused: integer('拒绝'),
        unanswered: integer('无结果'),
        p95: optional(integer('P95毫秒')),
        faults: list(group('原因', { text: note('原因'), times: integer('次数') })),
      }),
      versions: group('版本', {
        /** Files of the area's catalogue that are not whole or whose download failed. */
        catalogue: integer('目录未下完'),
        updatedAt: optional(time('目录更新时间')),
        /** Since a whole one was asked for at the centre last, where that is more than a week: nobody knows what has come. */
        daysOld: optional(integer('目录未更新天数')),
        /** The same of a dictionary that a centre was asked for (1901), where that is more than 90 days. */
        dictionaryDaysOld: optional(integer('字典未更新天数')),
        mapping: integer('对照失效门店'),
        clients: integer('待更新客户端'),
      }),
      /** Stores by what they settled today, the most money first. */
      ranking: list(namedSum),
      /** Differences of the last 30 days by store, the most open ones first. */
      worst: list(
        group('差异', { id: id('门店'), name: note('门店'), open: integer('未处理'), handled: integer('已处理') }),
      ),
      /** The last 24 hours in steps of 10 minutes that had a call, oldest first. `p95` in ms. */
      latency: list(
        group('中心时延', {
          at: time('时间'),
          calls: integer('次数'),
          unanswered: integer('无结果'),
          p95: integer('P95毫秒'),
        }),
      ),
    }),
  }),
}
