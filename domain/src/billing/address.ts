/** Characters, as of all names. */
const TEXT_MIN = 3
const TEXT_MAX = 255

/** The fields of a billing address in the order of the form, with their names in its texts (docs/product/billing.md "Billing address"). */
export const addressFields = {
  firstName: 'First name',
  lastName: 'Last name',
  address: 'Address',
  state: 'State',
  city: 'City',
  country: 'Country',
  zip: 'Zip',
} as const
export type AddressField = keyof typeof addressFields

/** What is wrong with a field, or undefined. */
export const addressProblem = (field: AddressField, typed: string): string | undefined => {
  const { length } = [...typed.trim()]
  const label = addressFields[field]
  if (length === 0) return `${label} is required`
  return length >= TEXT_MIN && length <= TEXT_MAX
    ? undefined
    : `${label} must have between ${TEXT_MIN} and ${TEXT_MAX} characters`
}
