import type { InputOf, ResultOf } from '@yibao/shared/call.ts'
import { order } from '@yibao/shared/calls/order.ts'
import { orderSums } from '@yibao/shared/entities/order-totals.ts'
import { useEffect } from 'react'
import { useCall } from '../api/index.ts'
import { Fields, setFilters, shapeOf, type Tools } from '../kit/index.ts'

const shape = shapeOf(orderSums)
const names = ['orders', 'standing', 'total', 'fundTotal', 'account', 'familyAccount', 'cash']

/** ms in which a list and its sums, asked for together, come. */
const together = 1000

/** Sums of all orders that match, asked for beside the list: no page of it waits for them. */
const Totals = ({ tools, result }: { tools: Tools; result?: ResultOf<typeof order.paged> }) => {
  const asked = setFilters(tools.asked ?? {}) as InputOf<typeof order.totals>
  const { data, updatedAt, refetch } = useCall(order.totals, asked, { staleTime: 0 })
  // The list was read again, after an action or by itself: what it comes to may be another sum.
  useEffect(() => {
    if (result && Date.now() - updatedAt > together) void refetch({ cancelRefetch: false })
  }, [result])
  return (
    <section aria-label="合计">
      {data && !data.totals ? (
        <p role="status">超过 10000 笔，没有合计：请缩短日期，或选择区划、公司、门店。</p>
      ) : (
        <Fields shape={shape} values={data?.totals} fields={names} />
      )}
    </section>
  )
}

export default Totals
