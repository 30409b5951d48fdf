import { get } from '../call.ts'
import { companyChoices, storeChoices } from '../entities/own-places.ts'
import { flag, note, optional } from '../field.ts'

const scope = 'store'

/**
 * Where a person works: what he narrows a list or a form by, whatever pages his roles open. Apart, because they come with
 * every page that asks for a store.
 */
export const ownPlaces = {
  /** Stores the asker sees; open ones unless said. */
  pullUserStores: get('/api/Organ/PullUserStores', {
    title: '本人可见的门店',
    scope,
    input: {
      keyword: optional(note('门店名称/机构编码', { max: 60 })),
      /** Of all the asker's areas, whichever he works in. */
      everywhere: optional(flag('所有区划')),
      /** Those that were given up as well, behind the others; pages of before take each for an open one. */
      closed: optional(flag('含已停用')),
    },
    result: storeChoices,
  }),
  /** Companies of the stores the asker sees; a super administrator sees those without one too. */
  pullCompanies: get('/api/Company/PullCompanies', { title: '公司', scope, result: companyChoices }),
}
