import '../../../console/src/base.css'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { AntdFrame } from '../../../console/src/kit/antd-frame.tsx'
import { Ours } from './ours.tsx'
import { Plain } from './plain.tsx'
import { makeRows } from './rows.ts'
import { Still } from './still.tsx'

export type Contestant = 'ours' | 'virtual' | 'plain' | 'still'

const client = new QueryClient()
let root: Root | undefined
let place: HTMLElement | undefined

/** Resolves after the frame in which what was rendered is drawn. */
const drawn = () =>
  new Promise<void>((resolve) => {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => resolve()
      port2.postMessage(0)
    })
  })

const bench = {
  /** ms from nothing to rows on the screen; making the rows is part of it. */
  mount: async (who: Contestant, count: number): Promise<number> => {
    bench.clear()
    await drawn()
    const begin = performance.now()
    const rows = makeRows(count)
    const list: Record<Contestant, ReactNode> = {
      ours: <Ours rows={rows} />,
      virtual: <Plain rows={rows} virtual />,
      plain: <Plain rows={rows} virtual={false} />,
      still: <Still rows={rows} />,
    }
    place = document.createElement('div')
    document.getElementById('root')!.append(place)
    root = createRoot(place)
    root.render(
      <QueryClientProvider client={client}>
        <AntdFrame>{list[who]}</AntdFrame>
      </QueryClientProvider>,
    )
    do await drawn()
    while (!place.querySelector('.ant-table-row'))
    return performance.now() - begin
  },
  clear: () => {
    root?.unmount()
    place?.remove()
    root = undefined
  },
  /** Frames a second while the body scrolls for a second; NaN where it did not keep up, a row behind at most. */
  scroll: async (): Promise<number> => {
    const body = place!.querySelector('.still, .ant-table-body, .ant-table-tbody-virtual-holder')!
    const step = 120
    const begin = performance.now()
    let frames = 0
    while (performance.now() - begin < 1000) {
      body.scrollTop += step
      await drawn()
      frames++
    }
    const seconds = (performance.now() - begin) / 1000
    const { top, left } = body.getBoundingClientRect()
    const shown = document.elementFromPoint(left + 60, top + 20)?.closest('.ant-table-row')
    return shown && body.scrollTop >= frames * step ? frames / seconds : Number.NaN
  },
}

export type ListBench = typeof bench
Object.assign(window, { bench })
