import { post } from '../call.ts'
import { flag, group, id, integer } from '../field.ts'

/**
 * Sends a store through its set-up at the next login: a new one, or one that moved. Apart from the calls of the set-up
 * itself, because the page of the stores needs nothing else of them.
 */
export const beginSetup = post('/api/Initialization/Begin', {
  title: '开始初始化',
  menu: 'StoreData',
  button: 'edit',
  scope: 'store',
  audit: { action: '开始初始化', record: ['storeId'] },
  input: { storeId: id('门店') },
  result: group('初始化', { begun: flag('已开始'), open: integer('未完成步骤') }),
})
