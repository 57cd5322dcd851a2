import { ArchivedNotice } from '#web/features/archived-projects/archived-notice.tsx'
import { BillingNotices } from '#web/features/billing/billing-notices.tsx'
import { HeldPublishing } from '#web/features/publishing/held-publishing.tsx'
import { PauseNotices } from '#web/features/publishing/pause-notices.tsx'
import { useMe } from '#web/platform/me.ts'

/** What all pages of a client or an agency say on top. Loaded only for whom one of them may have something to say. */
export function PageNotices() {
  const { billing_notices, held_agencies } = useMe()
  return (
    <>
      {billing_notices && <BillingNotices />}
      {held_agencies && <HeldPublishing />}
      <PauseNotices />
      <ArchivedNotice />
    </>
  )
}
