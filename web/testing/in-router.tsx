import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import type { ReactNode } from 'react'

/** For tests: something that contains links, on a page by itself. */
export function InRouter({ children }: { readonly children: ReactNode }) {
  const root = createRootRoute({ component: () => children })
  const router = createRouter({ routeTree: root, history: createMemoryHistory({ initialEntries: ['/'] }) })
  return <RouterProvider router={router} />
}
