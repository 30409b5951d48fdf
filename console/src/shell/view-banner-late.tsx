import { lazy, Suspense } from 'react'
import { isViewWindow } from '../state/storage.ts'
import { untilRead } from './until-read.ts'

const Banner = lazy(() => untilRead(async () => (await import('./view-banner.tsx')).default))

/** Says in every page of its window that somebody only looks; absent elsewhere. */
export const ViewBanner = ({ counter = false }: { counter?: boolean }) =>
  isViewWindow() && (
    <Suspense fallback={null}>
      <Banner counter={counter} />
    </Suspense>
  )
