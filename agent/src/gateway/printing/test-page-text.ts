import { papers } from '@yibao/shared/agent/documents.ts'
import { formatTime } from '@yibao/shared/time.ts'

const names = new Map<string, string>(Object.entries(papers))
const paperName = (paper: string) => names.get(paper) ?? '按打印机设置'

/** What the test page says, top to bottom; at most 12 characters a line, for that is what 58 mm hold. */
export const testPageLines = (paper: string, time: string): string[] => [
  '医保云 打印测试',
  paperName(paper),
  time,
  '现金支付 1,234.56 元',
  '永和鼎䶮 中文清楚',
  '壹贰叁肆伍陆柒捌玖拾',
  '四条边框应完整',
]

/** The moment as the page shows it. */
export const testPageTime = (nowMs: number): string => formatTime(new Date(nowMs))

/** Every character that a test page may need, in the order of its font's glyphs (tools/test-page-font.ts). */
export const testPageCharacters: readonly string[] = [
  ...new Set(['default', ...names.keys()].flatMap((paper) => [...testPageLines(paper, '0123456789-: ').join('')])),
].sort()
