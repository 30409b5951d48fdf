import { get, post } from '../call.ts'
import { choice, code, group, id, list, note, optional, text, time } from '../field.ts'
import { counterChecks, serverChecks, setupSteps } from '../setup.ts'
import { initializeInfo } from './auth.ts'
import { beginSetup } from './begin-setup.ts'

const step = choice('步骤', setupSteps)

const setup = group('初始化', {
  storeName: text('门店'),
  fixmedinsCode: code('机构编号'),
  areaName: text('区划'),
  initializeInfo,
  steps: list(
    group('步骤', {
      step,
      state: choice('状态', { done: '完成', warn: '有提醒', skipped: '已跳过' }),
      text: note('结果'),
      at: time('时间'),
      by: text('操作员'),
    }),
    '步骤',
  ),
})

/** The set-up of a store (SPEC 4: isNeedInitialize): each step's outcome is kept by the server. */
export const initialization = {
  state: get('/api/Initialization/State', { title: '初始化进度', scope: 'store', result: setup }),
  /** Runs a step that the server checks itself; its outcome is in State once the progress has finished. */
  run: post('/api/Initialization/Run', {
    title: '初始化检查',
    scope: 'store',
    progress: true,
    audit: { action: '初始化检查', target: ['step'], record: ['step'] },
    input: { step: choice('步骤', serverChecks) },
    result: group('检查', { progressId: id('进度') }),
  }),
  /** A step that the counter checked. The trial names its order: the server looks it up. */
  report: post('/api/Initialization/Report', {
    title: '初始化结果',
    scope: 'store',
    audit: { action: '初始化结果', target: ['step'], record: ['step', 'orderId'] },
    input: { step: choice('步骤', counterChecks), text: note('结果', { max: 200 }), orderId: optional(id('订单')) },
    result: setup,
  }),
  /** An administrator may leave a step out, at his own session or by his approval. */
  skip: post('/api/Initialization/Skip', {
    title: '跳过初始化步骤',
    scope: 'store',
    audit: { action: '跳过初始化步骤', target: ['step'], record: ['step', 'reason'] },
    input: { step, reason: text('跳过原因', { min: 2, max: 100 }), authorizationId: optional(id('授权')) },
    result: setup,
  }),
  begin: beginSetup,
}
