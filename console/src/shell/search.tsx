import { rowOfName } from '@yibao/shared/menu.ts'
import { sidebarRows } from '@yibao/shared/permission.ts'
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { go } from '../state/go.ts'
import type { SessionMe } from '../state/me.ts'
import styles from './shell.module.css'

const most = 8

const initials = typeof __INITIALS__ === 'object' ? __INITIALS__ : {}

/** Pages of the menu by words of their title, section or path, or by pinyin initials; Ctrl+K puts the cursor here. */
export const PageSearch = ({ me }: { me: SessionMe }) => {
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const input = useRef<HTMLInputElement>(null)
  const pages = useMemo(
    () =>
      sidebarRows(me)
        .filter((row) => row.section || row.affix)
        .map((row) => ({ row, section: rowOfName(row.section ?? '')?.title ?? '' })),
    [me],
  )
  const words = text.trim().toLowerCase()
  const found = words
    ? pages
        .filter(({ row, section }) =>
          `${row.title}${section}${row.path} ${initials[row.name] ?? ''}`.toLowerCase().includes(words),
        )
        .slice(0, most)
    : []

  useEffect(() => {
    const focus = (event: globalThis.KeyboardEvent) => {
      if (!event.ctrlKey || event.key.toLowerCase() !== 'k') return
      event.preventDefault()
      input.current?.focus()
    }
    addEventListener('keydown', focus)
    return () => removeEventListener('keydown', focus)
  }, [])

  const open = (index: number) => {
    const page = found[index]
    if (!page) return
    setText('')
    input.current?.blur()
    go(page.row.path)
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step && found.length) {
      event.preventDefault()
      setAt((at + step + found.length) % found.length)
    } else if (event.key === 'Enter') open(at)
    else if (event.key === 'Escape') setText('')
  }

  return (
    <div className={styles.search}>
      <input
        ref={input}
        value={text}
        placeholder="页面名或首字母 Ctrl+K"
        aria-label="查找页面"
        role="combobox"
        aria-expanded={found.length > 0}
        aria-controls="page-search"
        spellCheck={false}
        onChange={(event) => {
          setText(event.target.value)
          setAt(0)
        }}
        onKeyDown={onKeyDown}
        onBlur={() => setTimeout(() => setText(''), 150)}
      />
      {words && (
        <div id="page-search" role="listbox" className={styles.found}>
          {found.map(({ row, section }, i) => (
            <button key={row.name} type="button" role="option" aria-selected={i === at} onClick={() => open(i)}>
              {row.title} <small>{section}</small>
            </button>
          ))}
          {!found.length && <p>没有名称含「{text.trim()}」的页面</p>}
        </div>
      )}
    </div>
  )
}
