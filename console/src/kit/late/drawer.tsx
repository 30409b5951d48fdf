import { type DrawerProps, Drawer as Plain } from 'antd'
import styles from '../kit.module.css'

/** antd's drawer, whose title is a heading: what has headings of its own inside is found below it. */
const Drawer = ({ title, ...rest }: DrawerProps) => (
  <Plain title={title && <h2 className={styles.drawerTitle}>{title}</h2>} {...rest} />
)

export default Drawer
