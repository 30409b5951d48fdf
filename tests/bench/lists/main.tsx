import '../../../console/src/base.css'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { AntdFrame } from '../../../console/src/kit/antd-frame.tsx'
import { Ours } from './ours.tsx'
import { Plain } from './plain.tsx'
import { makeRows } from './rows.ts'

export type Contestant = 'ours' | 'virtual' | 'plain'

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
  /** Frames a second while the body scrolls for a second. */
  scroll: async (): Promise<number> => {
    const body = place!.querySelector('.ant-table-tbody-virtual-holder')!
    const begin = performance.now()
    let frames = 0
    while (performance.now() - begin < 1000) {
      body.scrollTop += 120
      await drawn()
      frames++
    }
    return (frames * 1000) / (performance.now() - begin)
  },
}

export type ListBench = typeof bench
Object.assign(window, { bench })
