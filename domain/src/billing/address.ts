import { writtenText } from '#domain/kernel/text.ts'

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
  const { length } = [...writtenText(typed)]
  const label = addressFields[field]
  if (length === 0) return `${label} is required`
  return length >= TEXT_MIN && length <= TEXT_MAX
    ? undefined
    : `${label} must have between ${TEXT_MIN} and ${TEXT_MAX} characters`
}

/** What an agency may add to its invoices, in the order of the form. */
export const invoiceFields = {
  vat_number: 'VAT number',
  invoice_email: 'Email for invoices',
} as const
export type InvoiceField = keyof typeof invoiceFields

const allowed: Readonly<Record<InvoiceField, { readonly pattern: RegExp; readonly text: string }>> = {
  vat_number: { pattern: /^[a-z0-9][a-z0-9 ./-]{3,29}$/i, text: 'Please enter 4 to 30 letters and digits' },
  invoice_email: {
    pattern: /^(?=.{3,254}$)[^\s@<>(),;:"]+@[^\s@<>(),;:"]+\.[^\s@<>(),;:".]+$/,
    text: 'Invalid email',
  },
}

/** What is wrong with one of these, or undefined. Each may be empty. */
export const invoiceFieldProblem = (field: InvoiceField, typed: string): string | undefined => {
  const text = typed.trim()
  return text === '' || allowed[field].pattern.test(text) ? undefined : allowed[field].text
}
