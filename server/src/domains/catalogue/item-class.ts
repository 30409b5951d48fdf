const classes: Record<string, string> = { 1: '甲', 2: '乙', 3: '丙' }

/** chrgitm_lv of either edition as 甲, 乙 or 丙. */
export const itemClassOf = (code: string): string => classes[code.replace(/^0+/, '')] ?? code
