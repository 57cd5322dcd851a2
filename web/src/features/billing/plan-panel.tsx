import { Alert } from '@mantine/core'
import { formatPrice } from '#domain/billing/amounts.ts'
import type { Plan } from '#domain/billing/model.ts'
import { GST_PERCENT } from '#domain/billing/tax.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { browserTimezone, ZonedTime } from '#web/ui/zoned-time.tsx'
import classes from './billing.module.css'
import { SubscriptionActions } from './subscription-actions.tsx'

const GST = `GST (${GST_PERCENT}%)`

type Props = { readonly agencyId: number; readonly plan: Plan; readonly hasCard: boolean }

const countOf = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`

export const Day = ({ instant }: { readonly instant: string }) => (
  <ZonedTime instant={instant} timezone={browserTimezone()} format="day" zone="hint" />
)

/** What the agency pays and what it is made of. */
export function PlanPanel({ agencyId, plan, hasCard }: Props) {
  const { usercount, socialcount, status } = plan
  const lines = [
    { label: 'Galley', count: 1, each: plan.base_price },
    { label: 'Users', count: usercount, each: plan.user_price },
    { label: 'Social accounts', count: socialcount, each: plan.account_price },
  ]
  const isTrial = status === 'trialing'
  return (
    <>
      <Standing plan={plan} hasCard={hasCard} />
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
                ? `${countOf(plan.remainingdays ?? 0, 'day')} remaining`
                : `${formatPrice(plan.price + plan.tax)} a month`}
            </td>
          </tr>
        </tfoot>
      </table>
      <NextCharge plan={plan} />
      <p className={classes.note}>
        Users are the people of your team, each counted once; clients are free.{' '}
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
  return (
    <p className={classes.note}>
      Next charge on <Day instant={to_date} />: {formatPrice(plan.price + plan.tax)}
      {plan.hasTax && ' with GST'}, for Galley, {countOf(plan.usercount, 'user')} and{' '}
      {countOf(plan.socialcount, 'social account')}.
    </p>
  )
}

function Schedules({ until }: { readonly until: string | null }) {
  if (until === null || new Date(until) <= new Date()) return 'Posts do not go out at the moment.'
  return (
    <>
      Posts that were scheduled before still go out until <Day instant={until} />.
    </>
  )
}

/** What must be done, if anything. */
function Standing({ plan, hasCard }: { readonly plan: Plan; readonly hasCard: boolean }) {
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
  if (plan.status === 'past_due' && plan.read_only_from)
    return (
      <Alert {...look} color="yellow" c="var(--g-text)" title="The last payment did not go through">
        {plan.is_ended
          ? 'Your subscription has ended. Unless you start it again, your agency becomes read-only on '
          : 'Pay now or use another card. Without a payment your agency becomes read-only on '}
        <Day instant={plan.read_only_from} />.
      </Alert>
    )
  if (plan.status === 'unpaid' || plan.status === 'canceled')
    return (
      <Alert {...look} color="red" c="var(--g-text)" title="Your agency is read-only">
        {plan.status === 'unpaid'
          ? 'A payment is missing. Pay the open invoice below, and everything works again at once.'
          : 'Your subscription has ended. Start it again, and everything works again at once.'}{' '}
        You can still export your projects. <Schedules until={plan.publishing_until} />
      </Alert>
    )
  return null
}
