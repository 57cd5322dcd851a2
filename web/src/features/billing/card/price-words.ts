import { formatPrice } from '#domain/billing/amounts.ts'
import type { PlanPrices } from '#domain/billing/model.ts'

/** What a month costs, said before a card is entered or charged. */
export const priceWords = ({ base_price, user_price, account_price }: PlanPrices): string => {
  const parts =
    user_price === account_price
      ? `${formatPrice(user_price)} for each user and each social account`
      : `${formatPrice(user_price)} for each user and ${formatPrice(account_price)} for each social account`
  return `${formatPrice(base_price)}, and ${parts}, before tax`
}
