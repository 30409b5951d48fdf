import type { Plugin } from 'vite'

interface Name {
  /** The module of antd or of what it stands on. */
  of: string
  /** What it writes, as it stands there, and what it shall write. */
  from: RegExp
  to: string
}

/**
 * Names for screen readers that antd writes in English and takes from nowhere else. An icon beside words is a drawing:
 * its file's name (`caret-down`) is no name of anything; where a component gives one a label, that stays.
 */
const names: Name[] = [
  {
    of: '@ant-design/icons/es/components/AntdIconLight.js',
    from: /role: "img",\s*"aria-label": icon\.name/,
    to: 'role: restProps["aria-label"] && "img", "aria-hidden": !restProps["aria-label"] || undefined',
  },
  {
    of: 'antd/es/table/hooks/useSelection.js',
    // A list has no other ways to select.
    from: /customizeSelections \? 'Custom selection' : 'Select all'/,
    to: "'全选本页'",
  },
  {
    of: 'antd/es/table/hooks/useSelection.js',
    // Whether it is ticked, a box says by itself.
    from: /(checked \? `Row \$\{index \+ 1\} selected` : )?`Select row \$\{index \+ 1\}`/g,
    to: '`选择第 $' + '{index + 1} 行`',
  },
  // Buttons that had the name of their icon.
  {
    of: 'antd/es/pagination/Pagination.js',
    from: /tabIndex: -1(\s*\}, direction === 'rtl' \? \S*createElement\(RightOutlined)/,
    to: 'tabIndex: -1, "aria-label": "上一页"$1',
  },
  {
    of: 'antd/es/pagination/Pagination.js',
    from: /tabIndex: -1(\s*\}, direction === 'rtl' \? \S*createElement\(LeftOutlined)/,
    to: 'tabIndex: -1, "aria-label": "下一页"$1',
  },
  {
    of: 'antd/es/input/Search.js',
    from: /icon: searchIcon,/,
    to: 'icon: searchIcon, "aria-label": "查找",',
  },
  {
    of: '@rc-component/input-number/es/StepHandler.js',
    from: /'Increase Value' : 'Decrease Value'/,
    to: "'增加' : '减少'",
  },
]

/** vite plugin: antd's own names in Chinese. A later version that moves one or writes other words ends the build. */
export const chineseNames = (): Plugin => {
  const unseen = new Set(names)
  return {
    name: 'chinese-names',
    apply: 'build',
    transform(code, id) {
      const found = names.filter(({ of, from }) => id.endsWith(of) && code.search(from) >= 0)
      if (!found.length) return
      for (const name of found) unseen.delete(name)
      return { code: found.reduce((text, { from, to }) => text.replace(from, to), code), map: null }
    },
    buildEnd(error) {
      if (!error && unseen.size) this.error(`antd no longer writes ${[...unseen].map(({ from }) => from).join(', ')}`)
    },
  }
}
