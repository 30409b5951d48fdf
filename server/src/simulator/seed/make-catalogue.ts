// Writes server/data/centre/catalogue.tsv from drugs.txt: run once after changing the list, commit the result.
import { readFileSync, writeFileSync } from 'node:fs'
import { initialsOf } from '@yibao/shared/initials.ts'

const ITEMS = 300
const areas = [
  { area: '320500', province: 'JX' },
  { area: '320100', province: 'JX' },
  { area: '430100', province: 'HN' },
] as const

const makers = ['苏中示例制药有限公司', '江南示例药业股份有限公司', '湘江示例药业有限公司', '太湖示例生物制药有限公司']
const listTypes = { HN: { W: '101', Z: '101', H: '102', C: '301' }, JX: { W: '101', Z: '102', H: '103', C: '301' } }
const chrgitmTypes = { W: '09', Z: '11', H: '10', C: '08' }
type KindOf = keyof typeof chrgitmTypes

const ean13 = (serial: number): string => {
  const digits = `690${String(4_560_000 + serial * 37).padStart(9, '0')}`
  const sum = [...digits].reduce((total, digit, i) => total + Number(digit) * (i % 2 === 0 ? 1 : 3), 0)
  return digits + String((10 - (sum % 10)) % 10)
}

const appendix = ['XA00AAA000A001010100001', 'ZA00AAA000A001010100002', 'XA00AAA000A001010100003']
const codeOf = (kind: KindOf, atc: string, serial: number, variant: number): string => {
  if (appendix[serial - 1]) return appendix[serial - 1]!
  const number = String(serial)
  if (kind === 'H') return `T${number.padStart(9, '0')}`
  if (kind === 'C') return `C1401${number.padStart(15, '0')}`
  return `${kind === 'W' ? 'X' : 'Z'}${atc}AA${'ABC'[variant]}${number.padStart(3, '0')}A0010${variant + 1}01${number.padStart(5, '0')}`
}

const base = readFileSync(new URL('drugs.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => line.split('|') as [KindOf, ...string[]])

// A second maker sells the same drugs a little cheaper; caps stay with the first.
const variants = [
  ...base.map((row) => ({ row, variant: 0 })),
  ...base.slice(3).map((row) => ({ row, variant: 1 })),
].slice(0, ITEMS)
const cheaper = (price: string): string => {
  const decimals = price.split('.')[1]!.length
  const scaled = Math.floor((Number(price.replace('.', '')) * 94) / 100)
  const digits = String(scaled).padStart(decimals + 1, '0')
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

const columns =
  'area med_list_codg name spec unit dosform producer list_type chrgitm_lv selfpay_prop price_cap med_chrgitm_type rx_flag bas_medn_flag hi_nego_drug_flag barcode own_code initials price lmt_cpnd_type'
const rows = areas.flatMap(({ area, province }) =>
  variants.map(({ row, variant }, i) => {
    const [kind, name, spec, unit, dosform, atc, level, selfpay, rx, price, cap, use] = row as [KindOf, ...string[]]
    const serial = i + 1
    const negotiated = Number(selfpay) === 0.2
    const flag = (yes: boolean): string => (yes ? '1' : province === 'HN' ? '0' : '2')
    return [
      area,
      codeOf(kind, atc!, serial, variant),
      name!,
      spec!,
      unit!,
      dosform!,
      makers[(i + variant) % makers.length]!,
      listTypes[province][kind],
      province === 'HN' ? `0${level}` : level!,
      selfpay!,
      variant === 0 ? cap! : '',
      chrgitmTypes[kind],
      rx!,
      flag(level === '1'),
      flag(negotiated),
      ean13(serial),
      String(100_000 + serial),
      initialsOf(name!),
      variant === 0 ? price! : cheaper(price!),
      use ?? '',
    ].join('\t')
  }),
)
const head = [
  '# catalogue.tsv - the demo catalogue: 300 items for each of the three areas, invented makers and prices.',
  '# Written by server/src/simulator/seed/make-catalogue.ts. selfpay_prop is a fraction (0.1 = 10 %); price and price_cap in yuan per unit, empty cap = none.',
  "# list_type, chrgitm_lv and the flags are coded as in the dictionaries of the area; own_code is the stores' own item code (medins_list_codg).",
  '# lmt_cpnd_type of herbs: 1 paid for however they are used, 2 in a formula only, 3 not at all.',
  columns.replaceAll(' ', '\t'),
]
writeFileSync(new URL('../../../data/centre/catalogue.tsv', import.meta.url), `${[...head, ...rows].join('\n')}\n`)
console.log(`${rows.length} rows`)
