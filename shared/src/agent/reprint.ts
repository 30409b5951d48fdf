/** Why a document is printed a second time; a person says it, the operation log keeps it. */
export const reprintReasons = {
  jam: '卡纸或打印不全',
  faint: '字迹不清',
  lost: '小票遗失',
  customer: '参保人再要一份',
  other: '其他',
} as const
export type ReprintReason = keyof typeof reprintReasons
/** Whether a value from outside is a key of the reasons; names of the prototype are none. */
export const isReprintReason = (text: unknown): text is ReprintReason =>
  typeof text === 'string' && Object.hasOwn(reprintReasons, text)
