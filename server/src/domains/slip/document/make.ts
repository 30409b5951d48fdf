import { a5 } from './a5.ts'
import { replaceMissing } from './characters.ts'
import { slipFont } from './font.ts'
import { halfPage } from './half-page.ts'
import type { SlipLayout, SlipModel } from './model.ts'
import { outpatient } from './outpatient.ts'
import type { Rendered } from './pdf.ts'
import { purchase } from './purchase.ts'
import { rollSlip } from './roll.ts'
import { sheetSlip } from './sheet.ts'

const layouts: Record<SlipLayout, (model: SlipModel) => Promise<Rendered>> = {
  58: (model) => rollSlip(model, '58'),
  80: (model) => rollSlip(model, '80'),
  a5: (model) => sheetSlip(model, a5),
  241: (model) => sheetSlip(model, halfPage),
  a4: (model) => sheetSlip(model, model.person.diseaseName ? outpatient : purchase),
}

interface SlipDocument {
  pdf: Uint8Array
  pages: number
  /** Characters that the font lacks, each once; the paper shows 〓 and the code in their place. */
  missing: string[]
}

/**
 * The PDF of one settlement, reversal or pre-settlement (ux.md 6, DESIGN 11). The same model and layout give the same
 * bytes. RangeError for a reversal whose amounts already carry the minus that the slip puts before them.
 */
export const makeSlip = async (model: SlipModel, layout: SlipLayout): Promise<SlipDocument> => {
  if (model.kind === 'reversal' && model.split.total < 0)
    throw new RangeError('a reversal takes the amounts of the settlement, without the minus')
  const { covers } = await slipFont()
  const { value, missing } = replaceMissing(model, covers)
  const { pdf, pages } = await layouts[layout](value)
  return { pdf, pages, missing }
}
