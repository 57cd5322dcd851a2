import { Text } from '@mantine/core'
import { formatPrice } from '#domain/billing/amounts.ts'
import type { Plan } from '#domain/billing/model.ts'
import { useGetPlan } from './api.ts'

/** Where one more is charged for. Elsewhere there is no subscription, or nothing can be added. */
const charged: readonly Plan['status'][] = ['trialing', 'active', 'past_due']

type Props = { readonly agencyId: number; readonly of: 'user' | 'account' }

/** What one more person or account adds to the price, said before it is added. Nothing where there is no subscription. */
export function PriceNote({ agencyId, of }: Props) {
  const { data: plan } = useGetPlan(agencyId)
  if (!plan || plan.is_ended || !charged.includes(plan.status)) return null
  const price = formatPrice(of === 'user' ? plan.user_price : plan.account_price)
  const words =
    of === 'user'
      ? `for each person who is new to your agency; clients are free`
      : `for each social account that you connect`
  return (
    <Text size="sm" c="dimmed">
      + {price} a month {words}. {plan.status === 'trialing' && 'Nothing is charged during the free trial.'}
    </Text>
  )
}
