import { useEffect, useRef, useState } from 'react'
import { holdFocus, turnFocus } from './hold-focus.ts'
import styles from './ui.module.css'

interface Props {
  url: string
  title: string
  onClose: () => void
}

const zooms = [0.25, 0.5, 1, 1.5, 2, 3, 4]

/** 图片预览 by its address (SPEC 2): zoom by wheel, buttons or + and -, turn by R, closed by Escape or a press beside it. */
export const ImageView = ({ url, title, onClose }: Props) => {
  const [zoom, setZoom] = useState(2)
  const [turn, setTurn] = useState(0)
  const [broken, setBroken] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const step = (by: 1 | -1) => setZoom((now) => Math.max(0, Math.min(zooms.length - 1, now + by)))
  useEffect(() => holdFocus(box.current!), [])
  const keys: Record<string, () => void> = {
    Escape: onClose,
    '+': () => step(1),
    '=': () => step(1),
    '-': () => step(-1),
    r: () => setTurn(turn + 90),
  }
  return (
    <div
      ref={box}
      className={styles.image}
      role="dialog"
      aria-modal="true"
      aria-label={title}
      tabIndex={-1}
      onKeyDown={(event) => {
        event.stopPropagation()
        if (event.key === 'Tab') turnFocus(event.currentTarget, event)
        keys[event.key]?.()
      }}
      onClick={(event) => event.target === event.currentTarget && onClose()}
      onWheel={({ deltaY }) => step(deltaY < 0 ? 1 : -1)}
    >
      {broken ? (
        <p role="alert">图片没有读到，可能已被删除或网络不通</p>
      ) : (
        <img
          src={url}
          alt={title}
          style={{ transform: `scale(${zooms[zoom]}) rotate(${turn}deg)` }}
          onError={() => setBroken(true)}
        />
      )}
      <div className={styles.imageTools}>
        <button type="button" onClick={() => step(-1)}>
          缩小
        </button>
        <button type="button" onClick={() => step(1)}>
          放大
        </button>
        <button type="button" onClick={() => setTurn(turn + 90)}>
          旋转
        </button>
        <button type="button" onClick={onClose}>
          关闭
        </button>
      </div>
    </div>
  )
}
