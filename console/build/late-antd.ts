import type { Plugin } from 'vite'

interface Part {
  /** The module of antd that imports it, and how. */
  by: string
  part: string
  /** A module of the kit that gives what the part's module exports beside its component. */
  beside?: string
  /** Of `unread-input.tsx`, what stands in its place until it is there: an input can be gone into, and nothing moves. */
  waiting?: string
  /** Nothing of ours shows it: not read before somebody does. */
  unused?: boolean
}

/**
 * Parts of antd that its own components import at once and show only when somebody opens them or asks for them: the
 * menu inside of a dropdown, the choices of a select, a table's filter panel, its virtual body (a list has its own) and
 * its single choice.
 * They are made late (kit/late), so that the first list page does not wait for them.
 */
const parts: Part[] = [
  { by: 'antd/es/dropdown/dropdown.js', part: '../menu' },
  { by: '@rc-component/select/es/Select.js', part: './OptionList' },
  { by: 'antd/es/dropdown/index.js', part: './dropdown-button', unused: true },
  { by: 'antd/es/checkbox/index.js', part: './Group' },
  { by: 'antd/es/input/index.js', part: './Group', unused: true },
  { by: 'antd/es/input/index.js', part: './OTP', unused: true },
  { by: 'antd/es/input/index.js', part: './Password', waiting: 'unreadSecret' },
  { by: 'antd/es/input/index.js', part: './Search', waiting: 'unreadInput' },
  { by: 'antd/es/input/index.js', part: './TextArea', waiting: 'unreadText' },
  { by: 'antd/es/table/InternalTable.js', part: './RcTable/VirtualTable', unused: true },
  { by: 'antd/es/table/hooks/useSelection.js', part: '../../radio', unused: true },
  { by: 'antd/es/table/hooks/useFilter/index.js', part: './FilterDropdown', beside: 'flat-keys.ts', unused: true },
]

/** What a component of antd takes from the index of a package with much more in it: from where it takes that instead. */
const instead = [
  { by: 'antd/es/table/hooks/useSelection.js', part: '@rc-component/tree', from: './tree-keys.ts' },
  { by: 'antd/es/form/context.js', part: '@rc-component/form', from: '@rc-component/form/es/FormContext.js' },
]

const mark = '\0late:'

/**
 * vite plugin; `kit` is the folder of the kit's late parts. A module that antd moves in a later version is simply not
 * late any more: the size test tells.
 */
export const lateAntd = (kit: string): Plugin => ({
  name: 'late-antd',
  apply: 'build',
  enforce: 'pre',
  async resolveId(source, importer) {
    const isWanted = ({ by, part }: { by: string; part: string }) => part === source && importer?.endsWith(by) === true
    const other = instead.find(isWanted)
    if (other) return this.resolve(other.from, `${kit}/late.tsx`, { skipSelf: true })
    const found = parts.findIndex(isWanted)
    const resolved = parts[found] && (await this.resolve(source, importer, { skipSelf: true }))
    return resolved && `${mark}${found}:${resolved.id}`
  },
  load(id) {
    if (!id.startsWith(mark)) return
    const [, found, part] = id.slice(mark.length).split(/^(\d+):/)
    const { beside, waiting, unused } = parts[Number(found)]!
    const lines = [
      `import { late } from ${JSON.stringify(`${kit}/late.tsx`)}`,
      `export default late(() => import(${JSON.stringify(part)}), ${waiting}, ${!unused})`,
    ]
    if (waiting) lines.push(`import { ${waiting} } from ${JSON.stringify(`${kit}/unread-input.tsx`)}`)
    if (beside) lines.push(`export * from ${JSON.stringify(`${kit}/${beside}`)}`)
    return { code: lines.join('\n'), moduleSideEffects: false }
  },
})
