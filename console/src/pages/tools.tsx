import { checkAgent } from '../first-day/agent.ts'
import { clearCaches } from '../first-day/caches.ts'
import { type FirstDay, useFirstDay } from '../first-day/context.ts'
import { checkDrivers } from '../first-day/drivers.ts'
import { checkKeys } from '../first-day/keys.ts'
import { checkNetwork } from '../first-day/network.ts'
import { printers } from '../first-day/printers.ts'
import { checkPrinting, printFields, printInitial } from '../first-day/printing.ts'
import { checkReading, checkScan, readFields, readInitial } from '../first-day/reading.ts'
import { defineFlow } from '../kit/index.ts'

/** What is wrong with this PC: checks in any order, without login, for whoever stands at the counter (domain.md 8.1). */
export default defineFlow<FirstDay>({
  id: 'tools',
  title: '工具集',
  intro: '检查这台电脑的网络、助手、读卡和打印，按任意次序。',
  use: useFirstDay,
  steps: [
    {
      key: 'network',
      title: '网络',
      purpose: '本机到医保云服务的网络、时间差和版本。',
      task: '不需要准备。',
      action: '检查网络',
      check: checkNetwork,
    },
    {
      key: 'agent',
      title: '本机助手',
      purpose: '助手的版本、状态、绑定的门店，以及它到云服务的网络。',
      task: '没有登录时，要输入助手页面上的 6 位配对码。',
      action: '检查助手',
      check: checkAgent,
    },
    {
      key: 'drivers',
      title: '驱动',
      purpose: '每个驱动的位数、状态和缺少的文件；不能使用的先尝试恢复。',
      task: '接好读卡器后检查。',
      action: '检查驱动',
      check: checkDrivers,
    },
    {
      key: 'reading',
      title: '读卡',
      purpose: '试读社保卡、身份证或电子凭证，只显示读到几项。',
      task: '选择凭证，放好卡。',
      action: '开始试读',
      fields: readFields,
      initial: readInitial,
      check: checkReading,
    },
    {
      key: 'scan',
      title: '扫码枪',
      purpose: '扫码枪的内容完整，带回车，不受输入法影响。',
      task: '准备任意一个条码。',
      action: '开始扫码',
      check: checkScan,
    },
    {
      key: 'printing',
      title: '打印',
      purpose: '打印一张测试页，核对边框、汉字和切纸。',
      task: '选择纸张，看着打印机回答。',
      action: '打印测试页',
      fields: printFields,
      initial: printInitial,
      check: checkPrinting,
    },
    {
      key: 'printers',
      title: '打印设置',
      purpose: '每种单据用哪一台打印机、哪一种纸；测试页打印完好后保存。',
      task: '选择单据和纸张，看着打印机回答。',
      action: '打印并保存',
      ...printers,
    },
    {
      key: 'keys',
      title: '按键',
      purpose: '刷卡页的功能键能不能收到。',
      task: '点「开始」后依次按屏幕上列出的键。',
      action: '开始',
      check: checkKeys,
    },
    {
      key: 'caches',
      title: '缓存',
      purpose: '清除本机缓存的下拉列表和表格设置。',
      task: '列表内容陈旧、表格显示异常时使用。',
      action: '查看缓存',
      check: clearCaches,
    },
  ],
})
