import { z } from 'zod'
import { id, instant } from '#domain/kernel/shapes.ts'
import { type AddressField, addressProblem, type InvoiceField, invoiceFieldProblem } from './address.ts'
import { bareNumber, cardProblems } from './cards.ts'
import { invoiceStatuses, subscriptionStatuses } from './status.ts'

/** A text or a number that one of the rules judges. */
const judged = <T extends z.ZodType<string>>(shape: T, problemOf: (value: string) => string | undefined): T =>
  shape.superRefine((value, { addIssue }) => {
    const message = problemOf(value)
    if (message !== undefined) addIssue({ code: 'custom', message })
  })

const cardNumber = judged(
  z.string({ error: cardProblems.cardNumber('') ?? '' }).max(100, 'Invalid card number'),
  cardProblems.cardNumber,
).transform(bareNumber)
const expiryMonth = z
  .int({ error: cardProblems.expiryMonth(null) ?? '' })
  .min(1, cardProblems.expiryMonth(null))
  .max(12, cardProblems.expiryMonth(null))
const expiryYear = z.int({ error: cardProblems.expiryYear(null) ?? '' })
const cvc = judged(z.string({ error: cardProblems.cvc('') ?? '' }).trim(), cardProblems.cvc)
type TypedField = 'cardNumber' | 'expiryMonth' | 'expiryYear' | 'cvc'

/** Number, expiry and CVC, or the gateway's id of a card whose number was typed into its own fields. */
const isGiven = (card: Readonly<Record<string, unknown>>, name: TypedField): boolean =>
  card.paymentMethod !== undefined || card[name] !== undefined
const isObject = ({ value }: { readonly value: unknown }) => typeof value === 'object' && value !== null
const required = (name: TypedField, error: string | undefined) => ({
  path: [name],
  error: error ?? '',
  when: isObject,
})

/**
 * A card as the form sends it (docs/product/billing.md "Card fields"). Its number and CVC are never written anywhere; with
 * `paymentMethod` in their place they never reach Galley.
 */
export const cardForm = z
  .strictObject({
    cardName: judged(z.string({ error: cardProblems.cardName('') ?? '' }).trim(), cardProblems.cardName),
    cardNumber: cardNumber.optional(),
    expiryMonth: expiryMonth.optional(),
    expiryYear: expiryYear.optional(),
    cvc: cvc.optional(),
    paymentMethod: z
      .string()
      .regex(/^pm_\w{1,200}$/)
      .optional(),
    /** The number of an Australian registered company. Forms send one of the two, or both. */
    country: z.literal('AU').optional(),
    hasTax: z.boolean().optional(),
  })
  .refine(card => isGiven(card, 'cardNumber'), required('cardNumber', cardProblems.cardNumber('')))
  .refine(card => isGiven(card, 'expiryMonth'), required('expiryMonth', cardProblems.expiryMonth(null)))
  .refine(card => isGiven(card, 'expiryYear'), required('expiryYear', cardProblems.expiryYear(null)))
  .refine(card => isGiven(card, 'cvc'), required('cvc', cardProblems.cvc('')))
export type CardForm = z.output<typeof cardForm>

/** What Galley knows of a card, and when the trial that came with the first one ends. */
export const keptCard = z.strictObject({
  brand: z.string(),
  last_four: z.string(),
  expiry_month: z.number(),
  expiry_year: z.number(),
  trial_ends_at: instant,
})
export type KeptCard = z.output<typeof keptCard>

const confirmation = z.strictObject({ confirm_url: z.string() })

/** The card, or where its owner confirms it at the bank first (3-D Secure). */
export const cardOutcome = z.union([keptCard, confirmation])

/** The gateway's id of the confirmation, with which the bank's page leads back. */
export const confirmedCard = z.strictObject({ setup_intent: z.string().regex(/^seti_\w{1,200}$/) })

const invoiceLine = z.strictObject({
  description: z.string(),
  quantity: z.number(),
  amount_cents: z.number(),
})
/** What one line of an invoice is for. */
export type InvoiceLine = z.output<typeof invoiceLine>

/** What the gateway will charge at the end of the period, with what changed within it. In US cents. */
export const nextCharge = z.strictObject({
  total_cents: z.number(),
  tax_cents: z.number(),
  lines: z.array(invoiceLine),
})
export type NextCharge = z.output<typeof nextCharge>

/** What a person is told of an agency's subscription at the top of their pages (docs/product/billing.md "Banner"). */
export const billingNotice = z.strictObject({
  agency_id: id,
  kind: z.enum(['payment_failed', 'read_only']),
  /** It was cancelled, or the gateway gave up. */
  is_ended: z.boolean(),
  /** They are an admin of the agency. */
  can_pay: z.boolean(),
  /** After a failed payment: when the agency becomes read-only. Read-only: until when what was scheduled before goes out. */
  until: instant,
  is_publishing: z.boolean(),
  /** The bank asks the card's owner to confirm the payment that is missing. */
  needs_confirmation: z.boolean(),
})
export type BillingNotice = z.output<typeof billingNotice>

const addressText = (field: AddressField) =>
  judged(z.string({ error: addressProblem(field, '') ?? '' }).trim(), typed => addressProblem(field, typed))

const invoiceText = (field: InvoiceField) =>
  judged(z.string().trim(), typed => invoiceFieldProblem(field, typed)).optional()

/** Whom the invoices are for (docs/product/billing.md "Billing address"). */
export const billingAddress = z.strictObject({
  firstName: addressText('firstName'),
  lastName: addressText('lastName'),
  address: addressText('address'),
  state: addressText('state'),
  city: addressText('city'),
  country: addressText('country'),
  zip: addressText('zip'),
  /** Printed on invoices from then on. Left out: it stays as it is; empty: none. */
  vat_number: invoiceText('vat_number'),
  /** Receipts go there too, with the invoice. */
  invoice_email: invoiceText('invoice_email'),
})
export type BillingAddress = z.output<typeof billingAddress>

/** The card that an agency pays with, as people recognize it. */
export const shownCard = z.strictObject({
  cardName: z.string(),
  brand: z.string(),
  last_four: z.string(),
  expiryMonth: z.number(),
  expiryYear: z.number(),
  hasTax: z.boolean(),
})
export type ShownCard = z.output<typeof shownCard>

/** The card that took the place of another, or where its owner confirms it at the bank first. */
export const replacementOutcome = z.union([shownCard, confirmation])

/** What the billing page shows besides the plan. Null: nothing was entered yet. */
export const billingDetails = z.strictObject({
  address: billingAddress.nullable(),
  card: shownCard.nullable(),
})

/** The single prices of a month, in US$ before tax. */
export const planPrices = z.strictObject({
  base_price: z.number(),
  user_price: z.number(),
  account_price: z.number(),
})
export type PlanPrices = z.output<typeof planPrices>

/** What an agency pays (docs/product/billing.md "Plan"). Prices are in US$ and for a month, before tax. */
export const plan = z.strictObject({
  ...planPrices.shape,
  usercount: z.number(),
  socialcount: z.number(),
  price: z.number(),
  /** Whether GST comes on top, and how much it is at this price. */
  hasTax: z.boolean(),
  tax: z.number(),
  /** `none`: there is no subscription, and nothing is limited. */
  status: z.enum(['none', ...subscriptionStatuses]),
  /** The trial, or the month that is paid. */
  from_date: instant.nullable(),
  to_date: instant.nullable(),
  /** Whole days until `to_date`, counting a started one. */
  remainingdays: z.number().nullable(),
  cancel_at_period_end: z.boolean(),
  /** At the gateway. What is paid, or the 14 days after a payment that is missing, may last longer. */
  is_ended: z.boolean(),
  /** After a failed payment or a cancellation: when the agency becomes or became read-only, and its schedules stop. */
  read_only_from: instant.nullable(),
  publishing_until: instant.nullable(),
  /** Whether schedules go out now. */
  is_publishing: z.boolean(),
  /** The bank asks the card's owner to confirm a payment. */
  needs_confirmation: z.boolean(),
  /** Null: nothing will be charged, or the gateway does not know the present numbers yet. */
  next_charge: nextCharge.nullable(),
  /** When a subscription that is started now is first charged, as a trial or a paid month lasts until then; null: at once. */
  start_charged_at: instant.nullable(),
})
export type Plan = z.output<typeof plan>

/** One invoice of an agency. Amounts are in the currency's smallest unit. */
export const invoice = z.strictObject({
  id,
  number: z.string().nullable(),
  status: z.enum(invoiceStatuses),
  total_cents: z.number(),
  tax_cents: z.number(),
  currency: z.string(),
  period_start: instant,
  period_end: instant,
  created_at: instant,
  paid_at: instant.nullable(),
  /** When the gateway tries the card again. */
  next_attempt_at: instant.nullable(),
  /** Where an open one is paid by hand, or confirmed. */
  action_url: z.string().nullable(),
  /** The bank asks the card's owner to confirm this payment. */
  needs_confirmation: z.boolean(),
})
export type Invoice = z.output<typeof invoice>
