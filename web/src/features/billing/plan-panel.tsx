import { Alert } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatAmount, formatPrice } from '#domain/billing/amounts.ts'
import type { Invoice, Plan } from '#domain/billing/model.ts'
import { GST_PERCENT } from '#domain/billing/tax.ts'
import { countText } from '#domain/kernel/count-text.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { browserTimezone, ZonedTime } from '#web/ui/time/zoned-time.tsx'
import classes from './billing.module.css'
import { PayButton } from './pay-button.tsx'
import { SubscriptionActions } from './subscription-actions.tsx'

const GST = `GST (${GST_PERCENT}%)`

type Props = {
  readonly agencyId: number
  readonly plan: Plan
  readonly hasCard: boolean
  /** The oldest that is to be paid. */
  readonly openInvoice: Invoice | undefined
}

export const Day = ({ instant }: { readonly instant: string }) => (
  <ZonedTime instant={instant} timezone={browserTimezone()} format="day" zone="hint" />
)

/** What the agency pays and what it is made of. */
export function PlanPanel({ agencyId, plan, hasCard, openInvoice }: Props) {
  const { usercount, socialcount, status } = plan
  const lines = [
    { label: 'Galley', count: 1, each: plan.base_price },
    { label: 'Users', count: usercount, each: plan.user_price },
    { label: 'Social accounts', count: socialcount, each: plan.account_price },
  ]
  const isTrial = status === 'trialing'
  return (
    <>
      <Standing plan={plan} hasCard={hasCard}>
        {openInvoice && !plan.is_ended && (
          <div className={classes.wayOut}>
            <PayButton agencyId={agencyId} invoice={openInvoice} />
          </div>
        )}
      </Standing>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">A month</th>
            <th scope="col">Number</th>
            <th scope="col">Each</th>
            <th scope="col">Price</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ label, count, each }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>{count}</td>
              <td>{formatPrice(each)}</td>
              <td>{formatPrice(count * each)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          {plan.hasTax && !isTrial && (
            <tr>
              <th scope="row">{GST}</th>
              <td colSpan={3}>{formatPrice(plan.tax)}</td>
            </tr>
          )}
          <tr>
            <th scope="row">{isTrial ? 'Free trial' : 'Price'}</th>
            <td colSpan={3}>
              {isTrial
                ? `${countText(plan.remainingdays ?? 0, 'day')} remaining`
                : `${formatPrice(plan.price + plan.tax)} a month`}
            </td>
          </tr>
        </tfoot>
      </table>
      <NextCharge plan={plan} />
      <p className={classes.note}>
        Users are your team members, each counted once; clients are free.{' '}
        {plan.hasTax ? `${GST} is charged on top of the prices.` : 'Prices are before tax.'}
      </p>
      <SubscriptionActions agencyId={agencyId} plan={plan} hasCard={hasCard} />
    </>
  )
}

function NextCharge({ plan }: { readonly plan: Plan }) {
  const { status, to_date } = plan
  if (to_date === null || (status !== 'trialing' && status !== 'active')) return null
  if (plan.cancel_at_period_end)
    return (
      <p className={classes.note}>
        Your subscription is cancelled. It ends on <Day instant={to_date} />, and nothing more is charged.
      </p>
    )
  const { next_charge: next } = plan
  // What changed within the period is charged at its end, for the rest of it.
  if (next && next.total_cents !== Math.round((plan.price + plan.tax) * 100))
    return (
      <div className={classes.note}>
        Next charge on <Day instant={to_date} />: {formatAmount(next.total_cents, 'usd')}
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
      </div>
    )
  return (
    <p className={classes.note}>
      Next charge on <Day instant={to_date} />: {formatPrice(plan.price + plan.tax)}
      {plan.hasTax && ' with GST'}, for Galley, {countText(plan.usercount, 'user')} and{' '}
      {countText(plan.socialcount, 'social account')}.
    </p>
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

type StandingProps = {
  readonly plan: Plan
  readonly hasCard: boolean
  /** The way out of a missing payment. */
  readonly children: ReactNode
}

/** What must be done, if anything. */
function Standing({ plan, hasCard, children }: StandingProps) {
  const look = { variant: 'light', mb: 'md' } as const
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
      <Alert {...look} color="yellow" c="var(--g-text)" title="Your bank asks you to confirm a payment">
        Confirm it, or use another card. Without it your agency becomes read-only on{' '}
        <Day instant={plan.read_only_from} />.{children}
      </Alert>
    )
  if (plan.status === 'past_due' && plan.read_only_from)
    return (
      <Alert {...look} color="yellow" c="var(--g-text)" title="The last payment did not go through">
        {plan.is_ended
          ? 'Your subscription has ended. Unless you start it again, your agency becomes read-only on '
          : 'Pay now or use another card. Without a payment your agency becomes read-only on '}
        <Day instant={plan.read_only_from} />.{children}
      </Alert>
    )
  if (plan.status === 'unpaid' || plan.status === 'canceled')
    return (
      <Alert {...look} color="red" c="var(--g-text)" title="Your agency is read-only">
        {plan.status === 'unpaid'
          ? 'A payment is missing. Pay it, and everything works again at once.'
          : 'Your subscription has ended. Start it again, and everything works again at once.'}{' '}
        You can still export your projects. <Schedules plan={plan} />
        {children}
      </Alert>
    )
  return null
}
