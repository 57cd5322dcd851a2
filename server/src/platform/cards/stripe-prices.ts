import type Stripe from 'stripe'

/** In US cents, a month. */
export type PlanPrices = { readonly base: number; readonly user: number; readonly account: number }
export type PlanPart = keyof PlanPrices

const names: Readonly<Record<PlanPart, string>> = {
  base: 'Galley',
  user: 'Galley user',
  account: 'Galley social account',
}

/** The amount is part of the key, because a price cannot be changed: who subscribed before keeps theirs. */
const lookupKeyOf = (part: PlanPart, cents: number): string => `galley_${part}_usd_month_${cents}`

const makePrice = (stripe: Stripe, part: PlanPart, cents: number): Promise<Stripe.Price> =>
  stripe.prices.create(
    {
      currency: 'usd',
      unit_amount: cents,
      lookup_key: lookupKeyOf(part, cents),
      recurring: { interval: 'month' },
      tax_behavior: 'exclusive',
      product_data: { name: names[part] },
      metadata: { galley: part },
    },
    { idempotencyKey: `price-${lookupKeyOf(part, cents)}` },
  )

/** The gateway's ids of our prices, which are created when they are missing. */
export const findPrices = async (
  stripe: Stripe,
  prices: PlanPrices,
): Promise<Readonly<Record<PlanPart, string>>> => {
  const parts = ['base', 'user', 'account'] as const
  const keys = parts.map(part => lookupKeyOf(part, prices[part]))
  const { data } = await stripe.prices.list({ lookup_keys: keys, active: true, limit: 10 })
  const idOf = async (part: PlanPart): Promise<string> => {
    const key = lookupKeyOf(part, prices[part])
    return (data.find(price => price.lookup_key === key) ?? (await makePrice(stripe, part, prices[part]))).id
  }
  return { base: await idOf('base'), user: await idOf('user'), account: await idOf('account') }
}

/** Which part of the plan a price is for. */
export const partOf = (price: Stripe.Price): PlanPart | null => {
  const part = price.metadata.galley
  return part === 'base' || part === 'user' || part === 'account' ? part : null
}

/** Australian goods and services tax, 10 %, on top of the price. */
export const findGst = async (stripe: Stripe): Promise<string> => {
  const { data } = await stripe.taxRates.list({ active: true, limit: 100 })
  const found = data.find(rate => rate.metadata?.galley === 'au_gst')
  const form = {
    display_name: 'GST',
    percentage: 10,
    inclusive: false,
    country: 'AU',
    metadata: { galley: 'au_gst' },
  }
  return (found ?? (await stripe.taxRates.create(form, { idempotencyKey: 'tax-au-gst' }))).id
}
