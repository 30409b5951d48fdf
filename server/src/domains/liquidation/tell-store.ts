import { yuan } from '@yibao/shared/money.ts'
import type { Deps } from '../../call/context.ts'
import { announce } from '../message/announce.ts'
import type { Found } from './claim.ts'
import type { Heard } from './resolve.ts'

/** What is heard of an application: what a centre says, that nobody can ask it (unclear), or that nobody does any more (ended). */
type News = Heard | 'unclear' | 'ended'

/** What its store has to hear of an answer; undefined when nothing of it asks for a person. */
const newsOf = ({ one, shop }: Found, told: News) => {
  const eventId = one.eventId || (typeof told === 'object' && told.eventId)
  const of = `${shop.name} ${one.month} 的清算申请${eventId ? `（事件号 ${eventId}）` : ''}`
  const page = '请到「清算申请」打开它，看中心说明'
  if (told === 'gone') {
    const content = `医保中心查不到${of}。请与中心核实；确实没有的，到「清算申请」按「撤销申请」，再重新生成。`
    return { what: 'gone', title: '医保中心查不到清算申请', content }
  }
  if (told === 'neverApplied') {
    const content = `${of}没有到达医保中心，这个月还没有申请清算。请到「清算申请」重新申请。`
    return { what: `never:${one.closedAt?.getTime()}`, title: '清算申请没有到达医保中心', content }
  }
  if (told === 'notRevoked') {
    const content = `${of}的撤销没有到达医保中心，申请仍然有效。要撤销的，请到「清算申请」再撤销一次。`
    return { what: `stands:${one.closedAt?.getTime()}`, title: '清算申请没有撤销', content }
  }
  if (told === 'unclear') {
    const what = one.state === '8' ? '撤销' : '申请'
    const content = `${of}的${what}没有收到答复，向医保中心也查不到结果，系统不会重复发送。请在医保中心网站或电话核实，再到「清算申请」按「核实结果」。`
    return {
      what: `unclear:${one.closedAt?.getTime()}`,
      title: one.state === '8' ? '清算申请撤销结果未知' : '清算申请结果未知',
      content,
    }
  }
  if (told === 'ended') {
    const why = one.state === '6' ? `预留的 ${yuan(one.reserved)} 元还没有返还` : '还没有结果'
    const content = `${of}${why}，时间太久，系统不再自动查询。请与医保中心核实；要再查，到「清算申请」按「查询进度」。`
    return { what: 'ended', title: '清算申请不再自动查询', content }
  }
  if (told === 'revoked')
    return {
      what: 'revoked',
      title: '清算申请在中心已撤销',
      content: `${of}在医保中心已撤销。${page}，核实后重新生成。`,
    }
  const memo = told.memo && `中心说明：“${told.memo}”。`
  if (told.stage === 'rejected' && one.state !== '5')
    return { what: 'rejected', title: '清算申请被驳回', content: `${of}已被驳回。${memo}${page}，撤销后改正再申请。` }
  if (told.stage === 'revoked')
    return {
      what: 'revoked',
      title: '清算申请在中心已撤销',
      content: `${of}在医保中心已撤销。${memo}${page}，核实后重新生成。`,
    }
  const granted = one.state === '6' ? told.paid - one.paid : 0
  const paid =
    granted > 0 && `又拨付 ${yuan(granted)} 元，共拨付 ${yuan(told.paid)} 元，预留还有 ${yuan(told.reserved)} 元。`
  if (told.deducted > one.deducted) {
    const content = `${of}被扣款，现在共扣 ${yuan(told.deducted)} 元。${paid || ''}${memo}${page}，有异议请向中心申诉。`
    return { what: `deducted:${told.deducted}`, title: '清算申请有扣款', content }
  }
  if (paid) return { what: `paid:${told.paid}`, title: '清算申请又有拨付', content: `${of}${paid}${memo}` }
  return undefined
}

/** Tells it so, each piece of news once. */
export const tellStore = async (deps: Deps, found: Found, told: News): Promise<void> => {
  const news = newsOf(found, told)
  if (!news) return
  const { one, shop } = found
  await announce(deps, {
    key: `claim:${one.id}:${news.what}`,
    title: `${news.title}：${shop.name} ${one.month}`,
    content: news.content,
    type: 'liquidation',
    level: 'warning',
    stores: [shop.id],
    link: { title: '打开清算申请', path: '/liquidation-management/liquidation' },
  })
}
