import { z } from 'zod'
import { instant } from '#domain/kernel/shapes.ts'
import { bareNumber, cardProblems } from './cards.ts'

/** A text or a number that one of the rules judges. */
const judged = <T extends z.ZodType<string>>(shape: T, problemOf: (value: string) => string | undefined): T =>
  shape.superRefine((value, { addIssue }) => {
    const message = problemOf(value)
    if (message !== undefined) addIssue({ code: 'custom', message })
  })

/** A card as the form sends it (docs/product/billing.md "Card fields"). Its number and CVC are never written anywhere. */
export const cardForm = z.strictObject({
  cardName: judged(z.string({ error: cardProblems.cardName('') ?? '' }).trim(), cardProblems.cardName),
  cardNumber: judged(
    z.string({ error: cardProblems.cardNumber('') ?? '' }).max(100, 'Invalid card number'),
    cardProblems.cardNumber,
  ).transform(bareNumber),
  expiryMonth: z
    .int({ error: cardProblems.expiryMonth(null) ?? '' })
    .min(1, cardProblems.expiryMonth(null))
    .max(12, cardProblems.expiryMonth(null)),
  expiryYear: z.int({ error: cardProblems.expiryYear(null) ?? '' }),
  cvc: judged(z.string({ error: cardProblems.cvc('') ?? '' }).trim(), cardProblems.cvc),
  /** The number of an Australian registered company. */
  country: z.literal('AU').optional(),
})
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
