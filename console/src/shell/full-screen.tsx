import { FullscreenExitOutlined, FullscreenOutlined } from '@ant-design/icons'
import { useEffect, useState } from 'react'
import styles from './navbar.module.css'

const isFull = () => document.fullscreenElement !== null

/** 全屏 of a counter (ux 2.1, R0): the browser's own bars step back too. Nothing where it may not. */
export const FullScreenButton = () => {
  const [full, setFull] = useState(isFull)
  useEffect(() => {
    const look = () => setFull(isFull())
    document.addEventListener('fullscreenchange', look)
    return () => document.removeEventListener('fullscreenchange', look)
  }, [])
  if (!document.fullscreenEnabled) return null
  const label = full ? '退出全屏' : '全屏'
  // A browser that refuses it has said why.
  const turn = () => (full ? document.exitFullscreen() : document.documentElement.requestFullscreen()).catch(() => {})
  return (
    <button type="button" className={styles.tool} title={label} aria-label={label} onClick={turn}>
      {full ? <FullscreenExitOutlined /> : <FullscreenOutlined />}
    </button>
  )
}
