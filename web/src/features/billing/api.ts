import { useQueryClient } from '@tanstack/react-query'
import { addCard } from '#domain/billing/contract.ts'
import type { CardForm } from '#domain/billing/model.ts'
import { call } from '#web/platform/client.ts'
import { refreshMe } from '#web/platform/me.ts'

/**
 * Sends the card and reloads the person, who has one now. Not a mutation of the query client, which would keep its variables:
 * the number and the CVC live only in the form. Rejects with ApiError.
 */
export const useAddCard = () => {
  const client = useQueryClient()
  return async (card: CardForm) => {
    await call(addCard, { body: card })
    await refreshMe(client)
  }
}
