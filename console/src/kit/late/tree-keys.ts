// What a table takes from antd's tree to tick its rows. Its own module brings the drawing of the tree with it.

export { conductCheck } from '@rc-component/tree/es/utils/conductUtil.js'
export { convertDataToEntities } from '@rc-component/tree/es/utils/treeUtil.js'

/** The keys and one more, once. */
export const arrAdd = <K>(keys: readonly K[], key: K): K[] => (keys.includes(key) ? [...keys] : [...keys, key])

/** The keys without one. */
export const arrDel = <K>(keys: readonly K[] | undefined, key: K): K[] => (keys ?? []).filter((one) => one !== key)
