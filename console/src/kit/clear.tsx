import { CloseCircleFilled } from '@ant-design/icons'

/** What `allowClear` takes: antd's own names are English, the icon's in an input, the button's in a list. */
export const clear = { clearIcon: <CloseCircleFilled aria-label="清空" />, label: '清空' }
