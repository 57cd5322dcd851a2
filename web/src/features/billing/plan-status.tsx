import { Alert } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatAmount, formatPrice } from '#domain/billing/amounts.ts'
import type { Invoice, Plan } from '#domain/billing/model.ts'
import { countText } from '#domain/kernel/count-text.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { browserTimezone, ZonedTime } from '#web/ui/time/zoned-time.tsx'
import classes from './billing.module.css'
import { PayButton } from './pay-button.tsx'

export const Day = ({ instant }: { readonly instant: string }) => (
  <ZonedTime instant={instant} timezone={browserTimezone()} format="day" zone="hint" />
)

type Props = {
  readonly agencyId: number
  readonly plan: Plan
  readonly hasCard: boolean
  /** The oldest that is to be paid. */
  readonly openInvoice: Invoice | undefined
}

/** Where the subscription stands, and what is charged or must be done next: the first thing on the page (docs/product/billing.md "Billing page"). */
export function PlanStatus({ agencyId, plan, hasCard, openInvoice }: Props) {
  return (
    <Standing plan={plan} hasCard={hasCard}>
      {openInvoice && !plan.is_ended && (
        <div className={classes.wayOut}>
          <PayButton agencyId={agencyId} invoice={openInvoice} />
        </div>
      )}
    </Standing>
  )
}

const look = { role: 'status', variant: 'light', c: 'var(--g-text)' } as const

function Cancelled({ plan: { to_date, status } }: { readonly plan: Plan }) {
  const isTrial = status === 'trialing'
  return (
    <Alert
      {...look}
      color="yellow"
      title={
        <>
          Cancelled: your {isTrial ? 'free trial' : 'subscription'} ends on{' '}
          {to_date && <Day instant={to_date} />}
        </>
      }
    >
      Nothing {isTrial ? 'is' : 'more is'} charged. Everything works until then; after that your agency is
      read-only.
    </Alert>
  )
}

function NextCharge({ plan }: { readonly plan: Plan }) {
  if (plan.to_date === null) return null
  const isTrial = plan.status === 'trialing'
  return (
    <Alert
      {...look}
      title={
        isTrial ? (
          <>
            Free trial until <Day instant={plan.to_date} />
          </>
        ) : (
          'Active'
        )
      }
    >
      {isTrial ? 'First' : 'Next'} charge on <Day instant={plan.to_date} />: <Charge plan={plan} />
    </Alert>
  )
}

/** The amount, and what it is for. */
function Charge({ plan }: { readonly plan: Plan }) {
  const { next_charge: next } = plan
  // What changed within the period is charged at its end, for the rest of it.
  if (next && next.total_cents !== Math.round((plan.price + plan.tax) * 100))
    return (
      <>
        {formatAmount(next.total_cents, 'usd')}
        {next.tax_cents > 0 && ` with ${formatAmount(next.tax_cents, 'usd')} GST`}, made of:
        <ul className={classes.charge}>
          {next.lines.map(({ description, amount_cents }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two lines may say the same, and none changes its place
            <li key={index}>
              <span>{description}</span>
              <span>{formatAmount(amount_cents, 'usd')}</span>
            </li>
          ))}
        </ul>
      </>
    )
  return (
    <>
      {formatPrice(plan.price + plan.tax)}
      {plan.hasTax && ' with GST'}, for Galley, {countText(plan.usercount, 'user')} and{' '}
      {countText(plan.socialcount, 'social account')}.
    </>
  )
}

function Schedules({ plan }: { readonly plan: Plan }) {
  const { publishing_until: until, is_publishing } = plan
  if (until === null || !is_publishing) return 'No posts are going out at the moment.'
  return (
    <>
      Posts that were already scheduled still go out until <Day instant={until} />.
    </>
  )
}

type StandingProps = Pick<Props, 'plan' | 'hasCard'> & {
  /** The way out of a missing payment. */
  readonly children: ReactNode
}

function Standing({ plan, hasCard, children }: StandingProps) {
  if (plan.status === 'none' && !hasCard)
    return (
      <Alert {...look} title="There is no card yet">
        <p style={{ margin: '0 0 8px' }}>Add a card to start the free trial. Nothing is charged during it.</p>
        <LinkButton to="/add-card" size="xs">
          Add card
        </LinkButton>
      </Alert>
    )
  if (plan.status === 'none')
    return (
      <Alert {...look} title="There is no subscription yet">
        Nothing is charged, and nothing is limited. Start the subscription when you are ready.
      </Alert>
    )
  if (plan.status === 'past_due' && plan.read_only_from && plan.needs_confirmation)
    return (
      <Alert {...look} color="yellow" title="Your bank asks you to confirm a payment">
        Confirm it, or use another card. Without it your agency becomes read-only on{' '}
        <Day instant={plan.read_only_from} />.{children}
      </Alert>
    )
  if (plan.status === 'past_due' && plan.read_only_from)
    return (
      <Alert {...look} color="yellow" title="The last payment did not go through">
        {plan.is_ended
          ? 'Your subscription has ended. Unless you start it again, your agency becomes read-only on '
          : 'Pay now or use another card. Without a payment your agency becomes read-only on '}
        <Day instant={plan.read_only_from} />.{children}
      </Alert>
    )
  if (plan.status === 'unpaid' || plan.status === 'canceled')
    return (
      <Alert {...look} color="red" title="Your agency is read-only">
        {plan.status === 'unpaid'
          ? 'A payment is missing. Pay it, and everything works again at once.'
          : 'Your subscription has ended. Start it again, and everything works again at once.'}{' '}
        You can still export your projects. <Schedules plan={plan} />
        {children}
      </Alert>
    )
  return plan.cancel_at_period_end ? <Cancelled plan={plan} /> : <NextCharge plan={plan} />
}
