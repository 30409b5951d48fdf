import { lazy, Suspense } from 'react'
import { isViewWindow } from '../state/storage.ts'

const Banner = lazy(() => import('./view-banner.tsx'))

/** Says in every page of its window that somebody only looks; absent elsewhere. */
export const ViewBanner = ({ counter = false }: { counter?: boolean }) =>
  isViewWindow() && (
    <Suspense fallback={null}>
      <Banner counter={counter} />
    </Suspense>
  )
