import { formatPrice } from '#domain/billing/amounts.ts'
import type { Plan } from '#domain/billing/model.ts'
import { GST_NAME } from '#domain/billing/tax.ts'
import { countText } from '#domain/kernel/count-text.ts'
import classes from './billing.module.css'
import { SubscriptionActions } from './subscription-actions.tsx'

type Props = {
  readonly agencyId: number
  readonly plan: Plan
  readonly hasCard: boolean
}

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
              <th scope="row">{GST_NAME}</th>
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
      <p className={classes.note}>
        Users are your team members, each counted once; clients are free.{' '}
        {plan.hasTax ? `${GST_NAME} is charged on top of the prices.` : 'Prices are before tax.'}
      </p>
      <SubscriptionActions agencyId={agencyId} plan={plan} hasCard={hasCard} />
    </>
  )
}
