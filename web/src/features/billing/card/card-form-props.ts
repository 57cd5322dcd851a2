import type { ReactNode } from 'react'
import type { cardProblems } from '#domain/billing/cards.ts'
import type { CardForm as NewCard } from '#domain/billing/model.ts'
import type { Fields } from '#web/ui/form/use-form.ts'

/** The card that is replaced. Sent untouched, the form does nothing: only another card is checked. */
type FormerCard = {
  readonly fields: Fields<keyof typeof cardProblems>
  readonly masked: string
  readonly isAustralian: boolean
  readonly send: (card: NewCard) => Promise<void>
  readonly onUntouched: () => void
}

/** Of a form for a card, wherever its number is typed. */
export type CardFormProps = {
  readonly former?: FormerCard
  readonly onAdded: () => void
  /** Called when something is typed that would be lost, and when nothing is any more. */
  readonly onChanged: (isChanged: boolean) => void
  readonly other?: ReactNode
}
