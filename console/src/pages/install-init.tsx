import { bindAgent } from '../first-day/agent.ts'
import { type FirstDay, type Step, useFirstDay } from '../first-day/context.ts'
import { checkDrivers } from '../first-day/drivers.ts'
import { checkKeys } from '../first-day/keys.ts'
import { checkNetwork } from '../first-day/network.ts'
import { printers } from '../first-day/printers.ts'
import { checkReading, readFields, readInitial } from '../first-day/reading.ts'
import { registerPc, storeFields } from '../first-day/store.ts'
import { trial } from '../first-day/trial.ts'
import { defineFlow } from '../kit/index.ts'
import { leaveToLogin } from '../state/place.ts'

const later = { text: '以后再做', reason: true } as const

const steps: Step[] = [
  {
    key: 'network',
    title: '地址',
    purpose: '确认本机能访问医保云服务，时间准确。',
    task: '不需要准备。时间差超过 60 秒时先校准本机时间。',
    action: '检查网络',
    check: checkNetwork,
  },
  {
    key: 'store',
    title: '门店',
    purpose: '登记这台电脑属于哪家门店。',
    task: '公司编号和验证码在 ERP 的医保设置中；用户名和密码是本店操作员的，ERP 静默登录用它。',
    action: '登记本机',
    fields: storeFields,
    check: registerPc,
    needs: ['network'],
  },
  {
    key: 'agent',
    title: '助手',
    purpose: '找到本机助手并绑定到本店：读卡和打印都由它进行。',
    task: '还没有安装时，先双击安装包安装。浏览器询问能否访问本机时，点「允许」。',
    action: '检查助手',
    check: bindAgent,
    needs: ['store'],
  },
  {
    key: 'drivers',
    title: '驱动',
    purpose: '检查读卡器驱动的位数、文件和校验值。',
    task: '接好读卡器，把厂家的驱动文件放进驱动文件夹。',
    action: '检查驱动',
    check: checkDrivers,
    needs: ['agent'],
  },
  {
    key: 'reading',
    title: '试读',
    purpose: '确认卡和电子凭证能读出，汉字可读。',
    task: '选择凭证，放好测试卡；电子凭证用扫码枪扫描测试码。不显示也不保存任何人的信息。',
    action: '开始试读',
    fields: readFields,
    initial: readInitial,
    check: checkReading,
    needs: ['drivers'],
    skip: later,
  },
  {
    key: 'printing',
    title: '打印',
    purpose: '选定小票用的打印机、纸张和方式，确认打印完整、清楚。',
    task: '看着打印机回答；打印完好才保存。其他单据以后在工具集的「打印设置」中选。',
    action: '打印测试页',
    ...printers,
    needs: ['agent'],
    skip: later,
  },
  {
    key: 'keys',
    title: '按键',
    purpose: '确认刷卡页的功能键没有被 ERP 占用。',
    task: '点「开始」后依次按屏幕上列出的键；15 秒没有按键就结束。',
    action: '开始',
    check: checkKeys,
  },
  {
    key: 'trial',
    title: '完成',
    purpose: '试算一笔，确认从读卡到医保中心都通。',
    task: '要先登录：登录后回到这一步。试算不结算、不扣款。',
    action: '试算一笔',
    ...trial,
    needs: ['agent'],
    skip: { text: '跳过试算' },
  },
]

/** First start of a counter PC (ux 5): eight steps, each repeatable, kept on this PC. */
export default defineFlow<FirstDay>({
  id: 'install-init',
  title: '安装初始化',
  intro: '让这台电脑可以读卡、打印和结算，约 5 分钟。',
  steps,
  use: useFirstDay,
  finish: {
    title: '本机可以使用了',
    text: '下面是每一步的结果，可以打印验收卡、保存日志留底。',
    action: '去登录',
    run: () => leaveToLogin(''),
    keep: async (...of) => (await import('../first-day/accepted.ts')).keepAccepted(...of),
    print: { text: '打印验收卡', run: async (...of) => (await import('../first-day/accepted.ts')).printCard(...of) },
  },
})
