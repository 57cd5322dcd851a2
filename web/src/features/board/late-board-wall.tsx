import { lazy, Suspense } from 'react'
import type { BoardSearch } from './board-search.ts'

const Wall = lazy(() => import('./board-wall.tsx').then(module => ({ default: module.BoardWall })))

/** Loaded by the screens that show it, and by no other. */
export function BoardWall({ search }: { readonly search: BoardSearch }) {
  return (
    <Suspense fallback={null}>
      <Wall search={search} />
    </Suspense>
  )
}
