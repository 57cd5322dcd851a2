/** An amount as people read it: `US$ 64.00`. `cents`: in the currency's smallest unit; all that we charge in have a hundred of them. */
export const formatAmount = (cents: number, currency: string): string => {
  const amount = (Math.abs(cents) / 100).toFixed(2).replace(/\B(?=(\d{3})+(?!\d))/g, ',')
  const sign = cents < 0 ? '-' : ''
  const code = currency.toUpperCase()
  return code === 'USD' ? `${sign}US$ ${amount}` : `${sign}${amount} ${code}`
}
/** A monthly price in US$ as the plan has it, without cents that are zero: `US$ 5`. */
export const formatPrice = (dollars: number): string =>
  `US$ ${Number.isInteger(dollars) ? dollars : dollars.toFixed(2)}`
