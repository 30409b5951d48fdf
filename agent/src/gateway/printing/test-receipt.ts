import type { Receipt } from '@yibao/shared/agent/receipt.ts'
import { testPageTime } from './test-page-text.ts'

/** The built-in test page of a receipt printer: Chinese, both edges, size, code and knife (ux.md 5, step 6). Fixed content. */
export const testReceipt = (paper: string, nowMs: number): Receipt => [
  { kind: 'text', text: '医保云 打印测试', align: 'center', bold: true },
  { kind: 'rule' },
  { kind: 'row', left: paper === 'roll58' ? '58 毫米' : '80 毫米', right: testPageTime(nowMs) },
  { kind: 'row', left: '左边缘', right: '右边缘' },
  { kind: 'row', left: '现金支付', right: '1,234.56', bold: true, large: true },
  { kind: 'text', text: '永和鼎䶮 壹贰叁肆伍陆柒捌玖拾' },
  { kind: 'qr', data: 'YIBAO-PRINT-TEST' },
  { kind: 'rule' },
  { kind: 'cut' },
]
