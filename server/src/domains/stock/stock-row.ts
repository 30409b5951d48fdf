import type { item } from '../catalogue/tables.ts'

/** A row of any kind whose own fields are right. */
export interface StockInput {
  docNo: string
  ownCode: string
  quantity: string
  on: string
  lot?: string
  madeOn?: string
  expiresOn?: string
  price?: string
  changeType?: string
  producer?: string
  purchaseNo?: string
  [fact: string]: unknown
}

export interface Shop {
  id: string
  areaCode: string
  companyId: string
}

export type Goods = typeof item.$inferSelect
