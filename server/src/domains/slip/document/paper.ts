import { formatTime } from '@yibao/shared/time.ts'
import { type Context, FileAnswer } from '../../../call/context.ts'
import { replaceMissing } from './characters.ts'
import { slipFont } from './font.ts'
import { type Margin, mm, type Node, render } from './pdf.ts'

interface Paper {
  /** Without a person in it: viewers and printer queues show it. */
  title: string
  /** What tells its file from others; none where that would be a person. */
  number?: string
  /** mm. */
  size: readonly [width: number, height: number]
  /** mm: left, top, right, bottom. */
  margins: readonly [number, number, number, number]
  /** Points. */
  fontSize: number
  content: Node[]
}

/**
 * A paper that is no slip, a record or a form, as PDF with the time of its printing and its pages at the foot. `paperOf` is
 * given `value` with what the font lacks replaced.
 */
export const printPaper = async <T>(c: Context, value: T, paperOf: (shown: T) => Paper): Promise<FileAnswer> => {
  const { covers } = await slipFont()
  const { title, number, size, margins, fontSize, content } = paperOf(replaceMissing(value, covers).value)
  const { pdf } = await render({
    pageSize: { width: mm(size[0]), height: mm(size[1]) },
    pageMargins: margins.map(mm) as Margin,
    defaultStyle: { font: 'Slip', fontSize, lineHeight: 1.1 },
    header: () => null,
    footer: (page, pages) => ({
      text: `打印时间 ${formatTime(c.now)}    第 ${page}/${pages} 页`,
      alignment: 'center',
      fontSize: 7,
    }),
    content,
    info: { title: [title, number].filter(Boolean).join(' '), creationDate: c.now },
  })
  return new FileAnswer(pdf, `${[title, number].filter(Boolean).join('-')}.pdf`)
}
