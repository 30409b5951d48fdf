interface Days {
  from?: string | undefined
  to?: string | undefined
  settledFrom?: string | undefined
  settledTo?: string | undefined
  reversedFrom?: string | undefined
  reversedTo?: string | undefined
}

/** By which day the orders of a list are summed, and how a day of the books is asked for: for people, under 合计. */
export const daysSaid = ({ from, to, settledFrom, settledTo, reversedFrom, reversedTo }: Days): string => {
  if (reversedFrom || reversedTo) return '按撤销日期：已撤销的不计入合计，退了多少请看结算报表'
  const isCreated = Boolean(from || to)
  if (settledFrom || settledTo)
    return isCreated
      ? '同时按创建日期和结算日期：别的日子创建的不在内。核对某天的账，请清空创建日期'
      : '按结算日期：后来撤销的不计入合计，日对账把它计在撤销那天'
  return isCreated
    ? '按创建日期：挂单后结算的、补录的，也算在创建那天。核对某天的账，请清空创建日期，改填结算日期'
    : '已撤销、冲正的不计入合计。核对某天的账，请填结算日期'
}
