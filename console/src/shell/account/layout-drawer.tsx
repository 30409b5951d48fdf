import { Button, Drawer, Form, Radio, Switch } from 'antd'
import Segmented from '../../kit/segmented.tsx'
import { changeLayout, defaultLayout, type LayoutSettings, useLayout } from '../../state/layout.ts'
import { colours } from '../../state/palette.ts'
import { setTheme, useTheme } from '../../state/theme.ts'
import styles from './layout-drawer.module.css'

const sizeNames: Record<LayoutSettings['size'], string> = { large: '大', medium: '中', small: '小' }
const themes = [
  { value: 'light', label: '浅色' },
  { value: 'dark', label: '深色' },
] as const
const toggles = { tagsView: '显示页签栏', fixedHeader: '固定头部', sidebarLogo: '显示侧栏标志' } as const

/** 布局设置: takes effect at once and stays on this PC. */
export const LayoutDrawer = ({ onClose }: { onClose: () => void }) => {
  const settings = useLayout()
  const { theme } = useTheme()
  const reset = () => {
    changeLayout(defaultLayout)
    setTheme('light')
  }
  return (
    <Drawer
      open
      size={320}
      title="布局设置"
      aria-label="布局设置"
      onClose={onClose}
      footer={<Button onClick={reset}>恢复默认</Button>}
    >
      <Form layout="vertical">
        <Form.Item label="明暗">
          <Segmented aria-label="明暗" options={[...themes]} value={theme} onChange={setTheme} />
        </Form.Item>
        <Form.Item label="主题色">
          <Radio.Group
            aria-label="主题色"
            className={styles.colours}
            value={settings.themeColor}
            onChange={({ target }) => changeLayout({ themeColor: target.value })}
            options={colours.map(({ name, primary }) => ({
              value: primary,
              label: (
                <>
                  <span className={styles.sample} style={{ background: primary }} aria-hidden="true" />
                  {name}
                </>
              ),
            }))}
          />
        </Form.Item>
        <Form.Item label="控件大小">
          <Segmented
            aria-label="控件大小"
            options={Object.entries(sizeNames).map(([value, label]) => ({ value, label }))}
            value={settings.size}
            onChange={(size) => changeLayout({ size: size as LayoutSettings['size'] })}
          />
        </Form.Item>
        {Object.entries(toggles).map(([name, title]) => (
          <div key={name} className={styles.toggle}>
            <label htmlFor={`layout-${name}`}>{title}</label>
            <Switch
              id={`layout-${name}`}
              checked={settings[name as keyof typeof toggles]}
              onChange={(on) => changeLayout({ [name]: on })}
            />
          </div>
        ))}
      </Form>
    </Drawer>
  )
}
