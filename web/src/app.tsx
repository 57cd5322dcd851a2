import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { messageOf } from './platform/api-error.ts'
import { createQueryClient } from './platform/query.ts'
import { browser } from './platform/session.ts'
import { watchSignOut } from './platform/token.ts'
import { createAppRouter } from './routes/router.tsx'
import { Toasts, toast } from './ui/toast.tsx'

/** Everything behind the login. */
export function App() {
  const [queryClient] = useState(() => createQueryClient(error => toast.error(messageOf(error))))
  const [router] = useState(() => createAppRouter(queryClient))
  useEffect(() => watchSignOut(browser.toLogin), [])
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <Toasts />
    </QueryClientProvider>
  )
}
