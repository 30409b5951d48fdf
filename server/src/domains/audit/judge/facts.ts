import type { Fen } from '@yibao/shared/money.ts'

/** A line of the basket, as the rules look at it. Quantity and price are wire texts. */
export interface FactLine {
  no: number
  ownCode: string
  /** '' where it is not mapped. */
  nationalCode: string
  name: string
  spec: string
  unit: string
  quantity: string
  price: string
  amount: Fen
  /** Wire text; absent where there is none. */
  priceCap?: string | undefined
}

/** What the person bought before and still has: own company's settled orders, and those that may be. */
export interface Bought {
  ownCode: string
  nationalCode: string
  name: string
  spec: string
  unit: string
  quantity: string
  /** yyyy-MM-dd of the settlement, in China. */
  day: string
  storeName: string
  sameStore: boolean
  /** Nobody knows yet whether the centre has settled it. */
  open?: boolean
}

/** What the comparison with the national catalogue found of an item: it is another product than its code says. */
export interface Differing {
  ownCode: string
  /** Percent. */
  similarity: number
  entry: string
}

/** What a purchase's disease pays for: the drugs of all lists about it. */
export interface Coverage {
  /** National codes or their beginnings. */
  drugs: string[]
  /** Id of the first of those lists: it speaks for all. */
  by: string
}

/** Everything a rule may ask about a purchase. */
export interface Facts {
  /** yyyy-MM-dd */
  today: string
  lines: FactLine[]
  /** gend; 1 and 2 are judged, anything else is not known. */
  gender?: string | undefined
  /** yyyy-MM-dd */
  birthday?: string | undefined
  /** Whole years, where no birthday is known. */
  age?: number | undefined
  insutype: string
  medicalType: string
  /** Codes and names of the disease and of the diagnosis. */
  illnesses: string[]
  /** Of them those of the disease that the purchase is for; none in an ordinary one, whatever was diagnosed. */
  disease: string[]
  prescription: boolean
  bought: Bought[]
  differing: Differing[]
  /** Of the disease, where lists are kept of it; the judge finds it among the rules. */
  covered?: Coverage | undefined
}

/**
 * Whole years on a day. The birthday itself counts; who was born on 29 February is a year older on 1 March of a year
 * without one. Undefined where neither birthday nor age is known.
 */
export const ageOn = ({ today, birthday, age }: Pick<Facts, 'today' | 'birthday' | 'age'>): number | undefined => {
  if (!birthday) return age
  const years = Number(today.slice(0, 4)) - Number(birthday.slice(0, 4))
  return today.slice(5) < birthday.slice(5) ? years - 1 : years
}
