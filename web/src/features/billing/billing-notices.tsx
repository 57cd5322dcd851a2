import { useContext } from 'react'
import type { BillingNotice } from '#domain/billing/model.ts'
import { useBillingNotice } from '#web/platform/me.ts'
import { ShownProject } from '#web/platform/shown-project.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { TopNotice } from '#web/ui/page/top-notice.tsx'
import { browserTimezone, ZonedTime } from '#web/ui/time/zoned-time.tsx'

const Day = ({ instant }: { readonly instant: string }) => (
  <ZonedTime instant={instant} timezone={browserTimezone()} format="day" zone="hint" />
)

/** What is missing from the agency's payments, at the top of the pages of its projects (docs/product/billing.md "Banner"). */
export function BillingNotices() {
  const project = useContext(ShownProject)
  const notice = useBillingNotice()
  return notice && project ? <Notice notice={notice} isClient={project.role === 'external-approver'} /> : null
}

function Notice({ notice, isClient }: { readonly notice: BillingNotice; readonly isClient: boolean }) {
  const isLate = notice.kind === 'payment_failed'
  return (
    <TopNotice color={isLate ? 'yellow' : 'red'} title={titleOf(notice, isClient)}>
      <Words notice={notice} isClient={isClient} />{' '}
      {notice.can_pay && (
        <LinkButton to="/billing" size="compact-xs" variant="default" ml={4}>
          Open Billing
        </LinkButton>
      )}
    </TopNotice>
  )
}

const titleOf = ({ kind, needs_confirmation }: BillingNotice, isClient: boolean): string => {
  if (kind === 'payment_failed')
    return needs_confirmation
      ? 'Your bank asks you to confirm a payment'
      : 'The last payment did not go through'
  return isClient ? 'This project is read-only at the moment' : 'Your agency is read-only'
}

function Words({ notice, isClient }: { readonly notice: BillingNotice; readonly isClient: boolean }) {
  if (notice.kind === 'payment_failed')
    return (
      <>
        {notice.is_ended
          ? 'Your subscription has ended. Unless you start it again,'
          : notice.needs_confirmation
            ? 'Without the confirmation'
            : 'Without a payment'}{' '}
        your agency becomes read-only on <Day instant={notice.until} />.
      </>
    )
  const rest = notice.is_publishing ? (
    <>
      Posts that were already scheduled still go out until <Day instant={notice.until} />.
    </>
  ) : (
    'No posts are going out at the moment.'
  )
  if (isClient) return <>Nothing can be changed or approved. Please ask your agency. {rest}</>
  const reason = notice.can_pay
    ? notice.is_ended
      ? 'Its subscription has ended.'
      : 'A payment is missing.'
    : 'Please ask an admin of your agency.'
  return (
    <>
      {reason} {rest}
    </>
  )
}
