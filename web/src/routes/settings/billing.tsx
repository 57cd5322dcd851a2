import { BillingScreen } from '#web/features/billing/billing-screen.tsx'
import { useMe } from '#web/platform/me.ts'

/** `/billing`: of the agency that the person administers. */
export function BillingPage() {
  const { agency } = useMe()
  // The guard opens the page only to somebody who has one.
  return agency && <BillingScreen agency={agency} />
}
