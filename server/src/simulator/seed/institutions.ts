/** A designated pharmacy the centre knows. */
export interface Institution {
  code: string
  name: string
  area: string
}

/** The demo stores (DESIGN 4). */
export const institutions: Institution[] = [
  { code: 'P32050100001', name: '示例大药房观前店', area: '320500' },
  { code: 'P32050100002', name: '示例大药房平江店', area: '320500' },
  { code: 'P32010200001', name: '示例大药房新街口店', area: '320100' },
  { code: 'P43010200001', name: '示例大药房五一店', area: '430100' },
]

/** The institution of a fixmedins_code. */
export const institutionOf = (code: string): Institution | undefined => institutions.find((one) => one.code === code)
