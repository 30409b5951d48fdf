/** A node of a tree; keys are unique in the whole tree. */
export interface TreeNode {
  key: string
  title: string
  /** Grey behind the title: a code. Found as the title is. */
  note?: string
  /** Also found by these: codes, pinyin initials. */
  words?: string
  children?: TreeNode[]
}

/** All that is written on a node. */
export const textOf = ({ title, note }: TreeNode): string => (note ? `${title} ${note}` : title)

const hits = (node: TreeNode, wanted: string) =>
  `${textOf(node)} ${node.words ?? ''}`.toLowerCase().includes(wanted.toLowerCase())

/** The nodes whose own text holds the words, with their branches below and the way above them. */
export const matching = (nodes: readonly TreeNode[], wanted: string): TreeNode[] => {
  if (!wanted) return [...nodes]
  return nodes.flatMap((node) => {
    if (hits(node, wanted)) return [node]
    const children = matching(node.children ?? [], wanted)
    return children.length ? [{ ...node, children }] : []
  })
}

/** Keys of all nodes that have others below them. */
export const keysAbove = (nodes: readonly TreeNode[]): string[] =>
  nodes.flatMap(({ key, children }) => (children?.length ? [key, ...keysAbove(children)] : []))

/** Keys of all nodes that have none. */
export const leavesOf = (nodes: readonly TreeNode[]): string[] =>
  nodes.flatMap(({ key, children }) => (children?.length ? leavesOf(children) : [key]))

/** What each leaf is, with the branch it is of: 订单管理·导出. */
export const leafNames = (nodes: readonly TreeNode[], branch = ''): Map<string, string> =>
  new Map(
    nodes.flatMap(({ key, title, children }): [string, string][] =>
      children?.length ? [...leafNames(children, `${title}·`)] : [[key, branch + title]],
    ),
  )
