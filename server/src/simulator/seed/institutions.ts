/** A designated pharmacy the centre knows. */
export interface Institution {
  code: string
  name: string
  area: string
  /** Unified social credit code of its company (invented, right check character). */
  uscc: string
  /** Just registered: it has told the centre nothing yet, and is nobody's store so far. */
  fresh?: true
}

/** The demo stores (DESIGN 4), and one that can be made a store. */
export const institutions: Institution[] = [
  { code: 'P32050100001', name: '示例大药房观前店', area: '320500', uscc: '91320508MA1EXAMP1M' },
  { code: 'P32050100002', name: '示例大药房平江店', area: '320500', uscc: '91320508MA1EXAMP1M' },
  { code: 'P32050100003', name: '示例大药房山塘店', area: '320500', uscc: '91320508MA1EXAMP1M', fresh: true },
  { code: 'P32010200001', name: '示例大药房新街口店', area: '320100', uscc: '91320106MA1EXAMP27' },
  { code: 'P43010200001', name: '示例大药房五一店', area: '430100', uscc: '91430102MA1EXAMP3B' },
]

/** The institution of a fixmedins_code. */
export const institutionOf = (code: string): Institution | undefined => institutions.find((one) => one.code === code)

/** Hospitals the centre knows; they send nothing here. */
export const hospitals: (Institution & { type: '1'; level: string })[] = [
  {
    code: 'H32050100001',
    name: '示例市第一人民医院',
    area: '320500',
    uscc: '12320500MB0EXAMP13',
    type: '1',
    level: '02',
  },
  { code: 'H43010200001', name: '示例县中医院', area: '430100', uscc: '12430100MB0EXAMP2C', type: '1', level: '05' },
]
