import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  addCard,
  cancelSubscription,
  confirmCard,
  confirmReplacedCard,
  continueSubscription,
  getBilling,
  getInvoicePage,
  getInvoicePdf,
  getPlan,
  listAgencyInvoices,
  payInvoice,
  updateBillingAddress,
  updateCard,
} from '#domain/billing/contract.ts'
import type { BillingAddress, CardForm } from '#domain/billing/model.ts'
import { call, callFile } from '#web/platform/client.ts'
import { refreshMe } from '#web/platform/me.ts'

type Confirmed = typeof import('#web/ui/form/call-confirmed.ts').callConfirmed

/** Loaded with the first of the calls that ask anew: the page has no room for it. */
const callConfirmed: Confirmed = async (endpoint, input) =>
  (await import('#web/ui/form/call-confirmed.ts')).callConfirmed(endpoint, input)

/**
 * Sends the card and reloads the person, who has one now. Not a mutation of the query client, which would keep its variables:
 * the number and the CVC live only in the form. Rejects with ApiError.
 */
export const useAddCard = () => {
  const client = useQueryClient()
  return async (card: CardForm) => {
    const outcome = await call(addCard, { body: card })
    if ('confirm_url' in outcome) return leaveFor(outcome.confirm_url)
    await refreshMe(client)
  }
}

/** The bank's page leads back to the page of the form. Until the browser has left, the form waits. */
const leaveFor = (url: string): Promise<never> => {
  window.location.assign(url)
  return new Promise<never>(() => undefined)
}

/** Takes the card that was confirmed at the bank, and reloads the person. Rejects with ApiError. */
export const useConfirmCard = () => {
  const client = useQueryClient()
  return async (setupIntent: string) => {
    await call(confirmCard, { body: { setup_intent: setupIntent } })
    await refreshMe(client)
  }
}

const keysOf = (agencyId: number) => {
  const all = ['billing', agencyId] as const
  return {
    all,
    plan: [...all, 'plan'],
    details: [...all, 'details'],
    invoices: [...all, 'invoices'],
  } as const
}

/** What the agency pays, counted now. */
export const useGetPlan = (agencyId: number) =>
  useQuery({
    queryKey: keysOf(agencyId).plan,
    queryFn: ({ signal }) => call(getPlan, { body: { agency_id: agencyId }, signal }),
    // People and accounts may have been added in the meantime.
    staleTime: 0,
  })

/** The billing address and the card, as far as it may be shown. */
export const useGetBilling = (agencyId: number) =>
  useQuery({
    queryKey: keysOf(agencyId).details,
    queryFn: ({ signal }) => call(getBilling, { body: { agency_id: agencyId }, signal }),
  })

/** Rejects with ApiError. */
export const useUpdateBillingAddress = (agencyId: number) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (address: BillingAddress) =>
      callConfirmed(updateBillingAddress, { body: { agency_id: agencyId, ...address } }),
    onSettled: () => client.invalidateQueries({ queryKey: keysOf(agencyId).details }),
  })
}

/** Newest first. */
export const useListAgencyInvoices = (agencyId: number) =>
  useQuery({
    queryKey: keysOf(agencyId).invoices,
    queryFn: ({ signal }) => call(listAgencyInvoices, { params: { agencyId }, signal }),
    staleTime: 0,
  })

/** The page of an invoice, as HTML. */
export const useGetInvoicePage = (agencyId: number) =>
  useMutation({
    mutationFn: (invoiceId: number) => call(getInvoicePage, { params: { agencyId, invoiceId } }),
  })

/** The file of an invoice. */
export const useGetInvoicePdf = (agencyId: number) =>
  useMutation({
    mutationFn: (invoiceId: number) => callFile(getInvoicePdf, { params: { agencyId, invoiceId } }),
  })

/** Reloads everything about billing, and the person, whose pages say what is missing. */
const useReload = (agencyId: number) => {
  const client = useQueryClient()
  return () => Promise.all([client.invalidateQueries({ queryKey: keysOf(agencyId).all }), refreshMe(client)])
}

/** Sends another card. No mutation, as with `useAddCard`: the number and the CVC live only in the form. Rejects with ApiError. */
export const useUpdateCard = (agencyId: number) => {
  const reload = useReload(agencyId)
  return async (card: CardForm) => {
    const outcome = await callConfirmed(updateCard, { body: { agency_id: agencyId, ...card } })
    if ('confirm_url' in outcome) return leaveFor(outcome.confirm_url)
    await reload()
  }
}

/** Takes the card that was confirmed at the bank in the place of the former one. Rejects with ApiError. */
export const useConfirmReplacedCard = (agencyId: number) => {
  const reload = useReload(agencyId)
  return async (setupIntent: string) => {
    await call(confirmReplacedCard, { body: { agency_id: agencyId, setup_intent: setupIntent } })
    await reload()
  }
}

export const useCancelSubscription = (agencyId: number) => {
  const reload = useReload(agencyId)
  return useMutation({
    mutationFn: () => callConfirmed(cancelSubscription, { params: { agencyId } }),
    onSettled: reload,
  })
}

export const useContinueSubscription = (agencyId: number) => {
  const reload = useReload(agencyId)
  return useMutation({
    mutationFn: () => call(continueSubscription, { params: { agencyId } }),
    onSettled: reload,
  })
}

/**
 * Tries an open invoice again; its answer may name the page where the card's owner confirms. `onAnswer` is called even if the button is
 * gone by then, as that of a paid invoice is.
 */
export const usePayInvoice = (
  agencyId: number,
  onAnswer: (answer: { readonly action_url: string | null }) => void,
) => {
  const reload = useReload(agencyId)
  return useMutation({
    mutationFn: (invoiceId: number) => call(payInvoice, { params: { agencyId, invoiceId } }),
    onSuccess: onAnswer,
    onSettled: reload,
  })
}
