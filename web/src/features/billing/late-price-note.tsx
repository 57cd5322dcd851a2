import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { meQuery } from '#web/platform/me.ts'
import { mayOpenBilling } from '#web/platform/redirects.ts'

const PriceNote = lazy(() => import('./price-note.tsx').then(module => ({ default: module.PriceNote })))

/** The price of one more person or account, for those who may see it. */
export function LatePriceNote({ of }: { readonly of: 'user' | 'account' }) {
  // Only looked at: a form must not wait for a note beside it.
  const me = useQueryClient().getQueryData(meQuery.queryKey)
  // An agency without a card has no subscription.
  if (!me || !mayOpenBilling(me) || me.agency === null || me.card_status !== 'active') return null
  return (
    <Suspense fallback={null}>
      <PriceNote agencyId={me.agency.id} of={of} />
    </Suspense>
  )
}
