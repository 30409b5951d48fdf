// What a table takes from antd's tree to tick its rows. Its own module brings the drawing of the tree with it, and the
// ticking of whole branches, which a table does only where `checkStrictly` is false: none of ours does.

const branches = (): never => {
  throw new Error('a table whose rows tick their branches (checkStrictly: false) needs @rc-component/tree again')
}

export const conductCheck = branches
export const convertDataToEntities = branches

/** The keys and one more, once. */
export const arrAdd = <K>(keys: readonly K[], key: K): K[] => (keys.includes(key) ? [...keys] : [...keys, key])

/** The keys without one. */
export const arrDel = <K>(keys: readonly K[] | undefined, key: K): K[] => (keys ?? []).filter((one) => one !== key)
