import { useQueryClient } from '@tanstack/react-query'
import { addCard } from '#domain/billing/contract.ts'
import type { CardForm } from '#domain/billing/model.ts'
import { call } from '#web/platform/client.ts'
import { refreshMe } from '#web/platform/me.ts'

/**
 * Hands the card over and reads the person anew: they have one now. Not a mutation of the query client, which would keep what it was called
 * with; the number and the CVC live in the form alone. Rejects with ApiError.
 */
export const useAddCard = () => {
  const client = useQueryClient()
  return async (card: CardForm) => {
    await call(addCard, { body: card })
    await refreshMe(client)
  }
}
