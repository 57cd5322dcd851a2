import { useEffect, useState } from 'react'
import { type HostedFields, isCardPage } from '#domain/billing/hosted-fields.ts'

/** What is typed into one of the gateway's fields stays there; the page learns this much. */
export type FieldChange = {
  readonly empty: boolean
  readonly complete: boolean
  readonly error?: { readonly message: string } | undefined
}
export type GatewayField = {
  mount(node: HTMLElement): void
  on(event: 'change', listener: (change: FieldChange) => void): void
  on(event: 'focus' | 'blur', listener: () => void): void
  focus(): void
  update(options: { readonly style: FieldStyle }): void
  destroy(): void
}
type FieldStyle = { readonly base: { readonly color: string; readonly fontSize: string } }
export type FieldName = 'cardNumber' | 'cardExpiry' | 'cardCvc'
type Made = {
  readonly paymentMethod?: { readonly id: string }
  readonly error?: { readonly message?: string }
}
export type Gateway = {
  elements(): {
    create(
      name: FieldName,
      options: { readonly style: FieldStyle; readonly placeholder?: string },
    ): GatewayField
  }
  createPaymentMethod(card: {
    readonly type: 'card'
    readonly card: GatewayField
    readonly billing_details: { readonly name: string; readonly address?: { readonly country: string } }
  }): Promise<Made>
}
declare global {
  interface Window {
    Stripe?: (key: string) => Gateway
  }
}

/** The page that the browser loaded from the server: its policy holds for all pages that are opened from it. */
const documentPath = (): string => {
  const [entry] = performance.getEntriesByType('navigation')
  return entry ? new URL(entry.name).pathname : window.location.pathname
}

/** Loads the page from the server if another page's policy holds in it, under which the gateway's script would not run. */
export const useCardDocument = (fields: HostedFields | undefined): void => {
  const isOther = fields !== undefined && !isCardPage(documentPath())
  useEffect(() => {
    if (isOther) window.location.reload()
  }, [isOther])
}

type Loading =
  | { readonly state: 'loading' | 'failed' }
  | { readonly state: 'ready'; readonly gateway: Gateway }

/** The gateway's script, loaded when a card form is opened. */
export const useGatewayScript = ({ script: address, key }: HostedFields) => {
  const [tries, setTries] = useState(0)
  const [loading, setLoading] = useState<Loading>({ state: 'loading' })
  useEffect(() => {
    const begin = () =>
      setLoading(window.Stripe ? { state: 'ready', gateway: window.Stripe(key) } : { state: 'failed' })
    if (window.Stripe) return begin()
    setLoading({ state: 'loading' })
    const script = document.createElement('script')
    script.src = tries === 0 ? address : `${address}?${tries}`
    script.async = true
    script.onload = begin
    script.onerror = () => setLoading({ state: 'failed' })
    document.head.append(script)
    return () => script.remove()
  }, [address, key, tries])
  return { loading, retry: () => setTries(tries + 1) }
}
