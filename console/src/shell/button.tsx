import type { ButtonHTMLAttributes } from 'react'
import styles from './messages/ui.module.css'

/** The shell's button: looks like antd's without loading it. */
export const Button = ({ primary, ...rest }: ButtonHTMLAttributes<HTMLButtonElement> & { primary?: boolean }) => (
  <button type="button" className={styles.button} data-primary={primary || undefined} {...rest} />
)
