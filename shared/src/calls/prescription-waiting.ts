import { get } from '../call.ts'
import { group, integer, optional, time } from '../field.ts'
import { rxPaths } from './paths.ts'

/** What the menu and the home page ask of prescriptions: apart from the others, because every page of the console has it. */
export const rxWaiting = {
  /** How many wait in the asker's stores, and since when: for the mark beside the menu and the home page. */
  waiting: get(rxPaths.waiting, {
    title: '待审核处方数',
    menu: 'RxOnlinePush',
    scope: 'store',
    result: group('待审核处方数', { count: integer('张数'), since: optional(time('最早提交时间')) }),
  }),
}
