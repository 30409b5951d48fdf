import { Modal } from '../../../kit/index.ts'
import styles from './bench.module.css'

/** The keys of the bench (ux 3), shown by ?. */
const keyTexts: [string, string][] = [
  ['j / k / ↑ ↓', '下一行、上一行'],
  ['Enter', '看两边'],
  ['A', '接受建议'],
  ['N', '标记处理并写说明'],
  ['X', '选中'],
  ['Shift + X', '选中同类'],
  ['Shift + A', '处理选中'],
  ['R', '查询中心'],
  ['U', '撤回本地处理'],
  ['G', '对总账'],
  ['/', '筛选'],
  ['E', '导出结果文件'],
  ['?', '按键说明'],
]

/** The sheet of the bench's keys. */
const BenchKeys = ({ onClose }: { onClose: () => void }) => (
  <Modal open title="按键" footer={null} onCancel={onClose}>
    <dl className={styles.keys}>
      {keyTexts.map(([key, text]) => (
        <div key={key}>
          <dt>{key}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  </Modal>
)

export default BenchKeys
