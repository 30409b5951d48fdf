import { get } from '../call.ts'
import { counterItem } from '../entities/counter-item.ts'
import { integer, list, optional, text } from '../field.ts'

export const catalogue = {
  /** Shop items by code, bar code, name or pinyin initials. */
  searchItemDirectoryList: get('/api/Catalogue/SearchItemDirectoryList', {
    menu: ['SwipingCard', 'RxManagement', 'SpecialMedicalMenu'],
    scope: 'store',
    title: '查找药品',
    input: { keyword: text('关键字', { max: 60 }), limit: optional(integer('条数', { min: 1, max: 50 })) },
    result: list(counterItem, '药品'),
  }),
}
