import { type SetupStep, setupOrder, setupSteps } from '@yibao/shared/setup.ts'
import { type FirstDay, type Step, useFirstDay } from '../first-day/context.ts'
import { readFields, readInitial } from '../first-day/reading.ts'
import { setupChecks, setupRemote, skipByAdmin } from '../first-day/setup.ts'
import { trial } from '../first-day/trial.ts'
import { defineFlow } from '../kit/index.ts'
import { hrefOf } from '../state/place.ts'
import { readUserInfo } from '../state/session.ts'

type Words = Pick<Step, 'purpose' | 'task' | 'action' | 'needs' | 'fields' | 'initial'>

const words: Record<SetupStep, Words> = {
  area: {
    purpose: '确认本店的区划参数可用，医保中心有应答。',
    task: '不需要准备。以本店的系统操作员向医保中心签到一次。',
    action: '检查区划',
  },
  institution: {
    purpose: '核对医保中心登记的机构与本店一致。',
    task: '不一致的项目会列出，请按医保中心的登记改正，或联系医保中心。',
    action: '核对机构',
    needs: ['area'],
  },
  dictionary: {
    purpose: '下载医保中心的字典，各页的选项和名称都来自它。',
    task: '约 200 类，几十秒；中断后重新下载即可。',
    action: '下载字典',
    needs: ['area'],
  },
  catalogue: {
    purpose: '下载医保目录，确认本店的药品已对照国家码，可以医保销售。',
    task: '缺少或七天没有更新的目录先下载；超过一分钟的在后台继续，可以先做下一步。商品由管理员在「目录差异」导入并对照，没有对照的只能自费销售。',
    action: '检查目录',
  },
  staff: {
    purpose: '确认医保中心登记了本店的药师。',
    task: '没有登记的药师要先在医保中心登记。',
    action: '查询药师',
    needs: ['area'],
  },
  card: {
    purpose: '在这台电脑上试读一张卡。',
    task: '选择凭证，放好测试卡。不显示也不保存任何人的信息。',
    action: '开始试读',
    fields: readFields,
    initial: readInitial,
  },
  trial: {
    purpose: '签到并试算一笔，确认从读卡到医保中心都通。',
    task: '放好测试卡。试算不结算、不扣款，试算单随即作废。',
    action: '签到并试算',
    needs: ['area'],
    fields: trial.fields,
    initial: trial.initial,
  },
}

const steps = setupOrder.map(
  (key): Step => ({
    key,
    title: setupSteps[key],
    ...words[key],
    check: setupChecks[key],
    skip: skipByAdmin(key, setupSteps[key]),
  }),
)

/** Set-up of a store (SPEC 4, ux 5): the server keeps every step's outcome; `?step=` is initializeStep minus 1. */
export default defineFlow<FirstDay>(
  {
    id: 'initialization',
    title: '初始化向导',
    intro: '让本店可以医保结算。中断后从没有完成的一步继续。',
    steps,
    use: useFirstDay,
    remote: setupRemote,
    startAt: () => {
      const step = new URLSearchParams(location.search).get('step')
      return step !== null && /^\d+$/.test(step) ? Number(step) : undefined
    },
    finish: {
      title: '本店可以结算了',
      text: '下面是每一步的结果，可以保存日志留底。',
      action: '进入首页',
      run: () => location.assign(hrefOf('/')),
    },
  },
  () => readUserInfo()?.storeId ?? '',
)
