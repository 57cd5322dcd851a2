import { Button } from '@mantine/core'
import type { Invoice } from '#domain/billing/model.ts'
import { toast } from '#web/ui/toast.tsx'
import { usePayInvoice } from './api.ts'

type Props = {
  readonly agencyId: number
  readonly invoice: Invoice
  /** Names the invoice where there are several. */
  readonly name?: string
}

/** Pays an open invoice with the card as it is now; where the bank asks its customer, the gateway's page opens. */
export function PayButton({ agencyId, invoice, name }: Props) {
  const pay = usePayInvoice(agencyId, ({ action_url }) => {
    if (action_url !== null) window.location.assign(action_url)
    else toast.success('Invoice paid')
  })
  const isRequested = invoice.needs_confirmation
  const label = isRequested ? `Confirm the payment of ${name}` : `Pay ${name} now`
  return (
    <Button
      size="xs"
      loading={pay.isPending}
      aria-label={name ? label : undefined}
      onClick={() => pay.mutate(invoice.id)}
    >
      {isRequested ? 'Confirm payment' : 'Pay now'}
    </Button>
  )
}
