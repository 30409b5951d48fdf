import { type DrawerProps, Drawer as Plain } from 'antd'
import { enter } from './first.ts'
import styles from './late.module.css'

// A record has nothing to begin with: its drawer keeps the focus, and the keys that scroll it.
const entered = enter('.ant-drawer', '.ant-drawer-body :is(.ant-form-item, .ant-input-search) :is(input, textarea)')

/**
 * antd's drawer, whose title is a heading: what has headings of its own inside is found below it. One that asks begins
 * with its first field.
 */
const Drawer = ({ title, ...rest }: DrawerProps) => (
  <Plain afterOpenChange={entered} title={title && <h2 className={styles.drawerTitle}>{title}</h2>} {...rest} />
)

export default Drawer
