import { Input, type InputProps } from 'antd'
import { useState } from 'react'
import { clear } from '../clear.tsx'

interface Props extends Pick<InputProps, 'autoFocus' | 'placeholder' | 'style'> {
  label: string
  /** Enter, the button or 清空: the words without blanks around them, undefined for none. */
  onAsk: (keyword: string | undefined) => void
}

/** Looks something up in a list of its own: in a drawer, where no filter bar stands. */
export const SearchBox = ({ label, onAsk, ...rest }: Props) => {
  const [words, setWords] = useState('')
  const ask = (text: string) => onAsk(text.trim() || undefined)
  return (
    <Input.Search
      {...rest}
      allowClear={clear}
      aria-label={label}
      value={words}
      onChange={({ target }) => setWords(target.value)}
      // Also before the box's own code is there, which calls onSearch.
      onPressEnter={() => ask(words)}
      onSearch={ask}
    />
  )
}
