import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import type { SessionMe } from '../state/me.ts'
import { find, findable } from './find.ts'
import styles from './shell.module.css'

const initials = typeof __INITIALS__ === 'object' ? __INITIALS__ : {}

/** Pages of the menu and actions by words or pinyin initials; Ctrl+K puts the cursor here. */
export const PageSearch = ({ me }: { me: SessionMe }) => {
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const input = useRef<HTMLInputElement>(null)
  const all = useMemo(() => findable(me, initials), [me])
  const words = text.trim()
  const found = find(all, text)

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
    const one = found[index]
    if (!one) return
    setText('')
    input.current?.blur()
    one.run()
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
        placeholder="页面、操作或首字母 Ctrl+K"
        aria-label="查找页面和操作"
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
          {found.map(({ key, title, kind }, i) => (
            <button key={key} type="button" role="option" aria-selected={i === at} onClick={() => open(i)}>
              {title} <small>{kind}</small>
            </button>
          ))}
          {!found.length && <p>没有名称含「{words}」的页面或操作</p>}
        </div>
      )}
    </div>
  )
}
