import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import type { ProviderReturn } from './features/accounts/oauth-return.ts'
import { takeLinkingReturn } from './features/accounts/oauth-return.ts'
import { messageOf } from './platform/api-error.ts'
import { createQueryClient } from './platform/query.ts'
import { browser } from './platform/session.ts'
import { watchSignOut } from './platform/token.ts'
import { createAppRouter } from './routes/router.tsx'
import { LateAnswerHint } from './ui/badge/late-answer-hint.tsx'
import { Toasts, toast } from './ui/toast.tsx'

const LinkReturn = lazy(() =>
  import('./features/accounts/linking-return.tsx').then(module => ({
    default: module.LinkingReturn,
  })),
)

let found: ProviderReturn | null | undefined
/** Read once, before the router reads the address; React may ask twice. */
const readLinkReturn = (): ProviderReturn | null => {
  if (found === undefined) found = takeLinkingReturn()
  return found
}

/** Everything behind the login. */
export function App() {
  const [linkReturn] = useState(readLinkReturn)
  const [queryClient] = useState(() => createQueryClient(error => toast.error(messageOf(error))))
  const [router] = useState(() => createAppRouter(queryClient))
  useEffect(() => watchSignOut(browser.toLogin), [])
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <Suspense fallback={null}>{linkReturn && <LinkReturn returned={linkReturn} />}</Suspense>
      <Toasts />
      <LateAnswerHint />
    </QueryClientProvider>
  )
}
