// What we print and on what, in words: the console's first screen reads it, so it needs no schema.

/** What we print, by the name a print job carries. */
export const documentTypes = {
  slip: '结算小票',
  slipSheet: '结算单（A5、连续纸）',
  slipForm: '结算单（A4 官方表）',
  report: '报表与清单',
} as const
export type DocumentType = keyof typeof documentTypes

export const papers = {
  roll80: '80 毫米',
  roll58: '58 毫米',
  a5: 'A5',
  a4: 'A4',
  continuous241: '241 毫米连续纸',
} as const
export const paperNames = ['default', 'a4', 'a5', 'roll58', 'roll80', 'continuous241'] as const
export type Paper = (typeof paperNames)[number]

/** page: a PDF through the printer's own driver. receipt: ESC/POS in GBK, written by the agent, on a roll. */
export const printModes = { page: '按页面打印（驱动）', receipt: '按小票指令打印（ESC/POS）' } as const
export type PrintMode = keyof typeof printModes
