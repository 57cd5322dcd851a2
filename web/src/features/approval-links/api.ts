import { useCallback } from 'react'
import {
  approveRoundsByLink,
  askByLink,
  chooseLanguageByLink,
  confirmDevice,
  getChangesByLink,
  listNotesByLink,
  openApprovalLink,
  proposeWordsByLink,
  requestRevisionByLink,
  sendDeviceCode,
  undoApprovalsByLink,
} from '#domain/approval-links/contract.ts'
import type { Endpoint, Output, Request } from '#domain/kernel/endpoint.ts'
import { send } from '#web/platform/transport.ts'

/** The secret of the personal link that was opened. It stands after the number sign, which browsers send to nobody. */
export const readLinkToken = (): string => window.location.hash.slice(1)

/** Makes a call with the link as bearer token. Throws ApiError. */
const callByLink = async <E extends Endpoint>(
  { method, path }: E,
  token: string,
  body?: Request<E>['body'] | FormData,
  params: Readonly<Record<string, number>> = {},
): Promise<Output<E>> => {
  const address = path.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name]))
  return (await send({ method, url: `/api${address}`, token, body })) as Output<E>
}

type Body<E extends Endpoint> = Request<E>['body']

// Each gives a function that makes the call with this link, and rejects with ApiError. The page keeps no cache: what it shows is what was read.

export const useOpenApprovalLink = (token: string) =>
  useCallback(() => callByLink(openApprovalLink, token), [token])

export const useGetChangesByLink = (token: string) =>
  useCallback((postId: number) => callByLink(getChangesByLink, token, undefined, { postId }), [token])

export const useApproveRoundsByLink = (token: string) => (body: Body<typeof approveRoundsByLink>) =>
  callByLink(approveRoundsByLink, token, body)

export const useUndoApprovalsByLink = (token: string) => (body: Body<typeof undoApprovalsByLink>) =>
  callByLink(undoApprovalsByLink, token, body)

/** Takes a form, for its pictures. */
export const useRequestRevisionByLink = (token: string) => (form: FormData) =>
  callByLink(requestRevisionByLink, token, form)

export const useListNotesByLink = (token: string) =>
  useCallback((postId: number) => callByLink(listNotesByLink, token, undefined, { postId }), [token])

export const useAskByLink = (token: string) => (body: Body<typeof askByLink>) =>
  callByLink(askByLink, token, body)

export const useProposeWordsByLink = (token: string) => (body: Body<typeof proposeWordsByLink>) =>
  callByLink(proposeWordsByLink, token, body)

export const useChooseLanguageByLink = (token: string) => (body: Body<typeof chooseLanguageByLink>) =>
  callByLink(chooseLanguageByLink, token, body)

export const useSendDeviceCode = (token: string) => () => callByLink(sendDeviceCode, token, {})

export const useConfirmDevice = (token: string) => (body: Body<typeof confirmDevice>) =>
  callByLink(confirmDevice, token, body)
