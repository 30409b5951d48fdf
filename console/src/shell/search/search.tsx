import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import type { SessionMe } from '../../state/me.ts'
import { type Found, find, findable } from './find.ts'
import { isPersonal, listsFor } from './records.ts'
import styles from './search.module.css'
import { SearchHits } from './search-hits.tsx'
import { useRecords } from './use-records.ts'

const initials = typeof __INITIALS__ === 'object' ? __INITIALS__ : {}
const searched = typeof __RECORDS__ === 'object' ? __RECORDS__ : []

/** How many of the last hits are offered before anything is typed. */
const remembered = 5

/**
 * Pages of the menu and actions by words or pinyin initials, records by what the server finds; Ctrl+K puts the cursor
 * here. The last hits are kept by what they are, never by what was typed, and only as long as this document.
 */
export const PageSearch = ({ me }: { me: SessionMe }) => {
  const [text, setText] = useState('')
  const [focused, setFocused] = useState(false)
  const [at, setAt] = useState('')
  const [recent, setRecent] = useState<Found[]>([])
  const input = useRef<HTMLInputElement>(null)
  const all = useMemo(() => findable(me, initials), [me])
  const lists = useMemo(() => listsFor(me, searched), [me])
  const words = text.trim()
  const records = useRecords(words, lists)
  const found = words ? [...find(all, text), ...records.found] : focused ? recent : []
  const chosen = found.find(({ key }) => key === at) ?? found[0]
  // Enter behind a scanned bar code comes before the answer: the one hit is opened when it is there.
  const [entered, setEntered] = useState('')

  useEffect(() => {
    const focus = (event: globalThis.KeyboardEvent) => {
      if (!event.ctrlKey || event.key.toLowerCase() !== 'k') return
      event.preventDefault()
      input.current?.focus()
    }
    addEventListener('keydown', focus)
    return () => removeEventListener('keydown', focus)
  }, [])

  const open = (one: Found | undefined) => {
    if (!one) return
    setText('')
    setRecent([one, ...recent.filter(({ key }) => key !== one.key)].slice(0, remembered))
    input.current?.blur()
    one.run()
  }

  useEffect(() => {
    if (entered && entered === words && !records.waiting && found.length === 1) open(found[0])
  }, [entered, words, records.waiting])

  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step && found.length) {
      event.preventDefault()
      setAt(found[(found.indexOf(chosen!) + step + found.length) % found.length]!.key)
    } else if (event.key === 'Enter') {
      if (chosen) open(chosen)
      else setEntered(words)
    } else if (event.key === 'Escape') setText('')
  }

  return (
    <div className={styles.search}>
      <input
        ref={input}
        value={text}
        placeholder="页面、操作或记录 Ctrl+K"
        aria-label="查找页面、操作和记录"
        role="combobox"
        aria-expanded={found.length > 0}
        aria-controls="page-search"
        aria-activedescendant={chosen && `found-${found.indexOf(chosen)}`}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => {
          setText(event.target.value)
          setAt('')
          setEntered('')
        }}
        onKeyDown={onKeyDown}
        onFocus={() => setFocused(true)}
        onBlur={() => {
          setText('')
          setFocused(false)
        }}
      />
      {(words || found.length > 0) && (
        <SearchHits found={found} chosen={chosen} {...{ words, records }} personal={isPersonal(words)} onOpen={open} />
      )}
    </div>
  )
}
