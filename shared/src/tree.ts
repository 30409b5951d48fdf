interface Branch<N> {
  key: string
  children: N[]
}

/** Keys of a tree as a checkable tree shows them; half = something below or the node alone, but not all of it. */
export interface Checked {
  checkedKeys: string[]
  halfCheckedKeys: string[]
}

interface Rule<N> {
  /** Whether the node's own grant is there; of a leaf that is all there is. */
  own: (node: N) => boolean
  /** Whether a branch has a grant of its own, which it needs to be checked beside its children. */
  self: (node: N) => boolean
}

/** Which nodes are checked and which half: computed here once, so server, rights dialog and tests agree. */
export const checkedOf = <N extends Branch<N>>(nodes: readonly N[], rule: Rule<N>): Checked => {
  const checkedKeys: string[] = []
  const halfCheckedKeys: string[] = []
  const visit = (node: N): 'all' | 'some' | 'none' => {
    const below = node.children.map(visit)
    const own = rule.own(node)
    const needed = node.children.length === 0 || rule.self(node)
    const all = (own || !needed) && below.every((state) => state === 'all')
    const some = (own && needed) || below.some((state) => state !== 'none')
    if (all) checkedKeys.push(node.key)
    else if (some) halfCheckedKeys.push(node.key)
    return all ? 'all' : some ? 'some' : 'none'
  }
  nodes.forEach(visit)
  return { checkedKeys, halfCheckedKeys }
}

/** Every node of a tree, parents before children. */
export const flatten = <N extends Branch<N>>(nodes: readonly N[]): N[] =>
  nodes.flatMap((node) => [node, ...flatten(node.children)])
