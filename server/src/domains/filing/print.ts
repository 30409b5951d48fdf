import {
  agentForm,
  contactForm,
  designationForm,
  diseaseForm,
  specialDrugForm,
  twoDiseasesForm,
} from '@yibao/shared/entities/filing.ts'
import { metaOf, type Schema } from '@yibao/shared/field.ts'
import { formatTime } from '@yibao/shared/time.ts'
import { maskNumber } from '../../base/mask.ts'
import type { Context, FileAnswer } from '../../call/context.ts'
import { labelOf } from '../organisation/labels.ts'
import { a4, grid, type Pair, pairRows } from '../slip/document/form.ts'
import { printPaper } from '../slip/document/paper.ts'
import type { Node } from '../slip/document/pdf.ts'
import type { Found, Kind, KindName } from './kinds/kind.ts'
import { filingOf } from './rows.ts'
import { stateTitle } from './state.ts'

const forms: Record<KindName, Record<string, Schema>> = {
  disease: diseaseForm,
  twoDiseases: twoDiseasesForm,
  designation: designationForm,
  specialDrug: specialDrugForm,
}

/** Who signs besides the person; the centre's own field stays empty. */
const signers: Record<KindName, string[]> = {
  disease: ['诊断医师', '药店经办人'],
  twoDiseases: ['诊断医师', '药店经办人'],
  designation: ['药店经办人'],
  specialDrug: ['责任医师', '责任药师', '药店经办人'],
}

/** Numbers of certificates as a slip shows them. */
const numbers = new Set(['agentCertNo'])

interface Sheet {
  title: string
  shop: string
  /** Titles with their pairs. */
  parts: [title: string, pairs: Pair[]][]
  signers: string[]
}

const sheetOf = (c: Context, kind: Kind, { one, shop, personal }: Found): Sheet => {
  const { edition } = c.services.centre.of(shop.areaCode).profile
  const values: Record<string, unknown> = { ...one.form, ...personal.written }
  const textOf = (name: string, schema: Schema): string => {
    const value = values[name]
    if (value === undefined || value === '') return ''
    const text = String(value)
    const codeType = metaOf(schema)?.codeType
    if (codeType) return labelOf(edition, codeType, text, c.caches)
    return numbers.has(name) ? maskNumber(text, 6) : text
  }
  const pairs = (shape: Record<string, Schema>): Pair[] =>
    Object.entries(shape).map(([name, schema]) => [metaOf(schema)?.title ?? name, textOf(name, schema)])
  const agent: Sheet['parts'] = personal.written.agentName ? [['代办人', pairs(agentForm)]] : []
  return {
    title: `${kind.what}表`,
    shop: `${shop.fixmedinsName || shop.name}（${shop.fixmedinsCode}）`,
    parts: [
      [
        '参保人',
        [
          ['姓名', personal.name || one.maskedName],
          ['性别', labelOf(edition, 'gend', personal.gender || undefined, c.caches)],
          ['出生日期', personal.birthday],
          ['证件号码', maskNumber(personal.certificateNo, 6) || one.maskedCertNo],
          ['人员编号', personal.psnNo],
          ['单位', personal.employer],
          ...pairs(contactForm),
        ],
      ],
      ['备案内容', pairs({ ...forms[kind.name], ...kind.sealed })],
      ...agent,
      [
        '上报',
        [
          ['状态', stateTitle(one.state)],
          ['申报流水号', one.serial],
          ['上报时间', one.uploadedAt ? formatTime(one.uploadedAt) : ''],
          ['经办人', one.operatorName],
        ],
      ],
    ],
    signers: signers[kind.name],
  }
}

const line = (who: string): Node => ({ text: `${who}签字：`, width: '*' })

const contentOf = ({ title, shop, parts, signers: who }: Sheet): Node[] => [
  { text: title, bold: true, fontSize: 13, alignment: 'center', margin: [0, 0, 0, 4] },
  { text: shop, alignment: 'center', margin: [0, 0, 0, 8] },
  ...parts.flatMap(([name, pairs]): Node[] => [
    { text: name, bold: true, margin: [0, 0, 0, 2] },
    grid(4, pairRows(pairs)),
  ]),
  {
    unbreakable: true,
    stack: [
      { text: '以上内容属实，同意由本药店向医保中心办理。', margin: [0, 6, 0, 18] },
      { columns: [line('参保人（代办人）'), { text: '日期：', width: '*' }], margin: [0, 0, 0, 24] },
      { columns: [...who.map(line), { text: '药店（盖章）：', width: '*' }], margin: [0, 0, 0, 24] },
      grid(1, [[{ text: '医保经办机构意见：', margin: [0, 0, 0, 60] }]]),
    ],
  },
]

/** Print: a filing as the form that the person signs and the store keeps, on A4. Certificates show as on a slip. */
export const printFiling = async (c: Context, kind: Kind, id: string): Promise<FileAnswer> =>
  printPaper(c, sheetOf(c, kind, await filingOf(c, kind, id)), (sheet) => ({
    title: sheet.title,
    size: [a4.paper.width, a4.paper.height],
    margins: [19, 18, 19, 15],
    fontSize: a4.fontSize,
    content: contentOf(sheet),
  }))
