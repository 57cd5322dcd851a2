import { Button, Group, Text } from '@mantine/core'
import { IconDownload, IconPrinter } from '@tabler/icons-react'
import { formatAmount } from '#domain/billing/amounts.ts'
import type { Invoice } from '#domain/billing/model.ts'
import { BoxedList } from '#web/ui/boxed-list.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useGetInvoicePage, usePayInvoice } from './api.ts'
import classes from './billing.module.css'
import { Day } from './plan-panel.tsx'

const statusWords: Readonly<Record<Invoice['status'], string>> = {
  draft: 'Draft',
  open: 'To be paid',
  paid: 'Paid',
  uncollectible: 'Not paid',
  void: 'Void',
}

type Props = { readonly agencyId: number; readonly invoices: readonly Invoice[] }

/** The agency's invoices, newest first, each with its page. */
export function InvoiceList({ agencyId, invoices }: Props) {
  if (invoices.length === 0)
    return (
      <Text size="sm" c="dimmed">
        There are no invoices yet.
      </Text>
    )
  return (
    <BoxedList aria-labelledby="billing-invoices">
      {invoices.map(invoice => (
        <InvoiceRow key={invoice.id} agencyId={agencyId} invoice={invoice} />
      ))}
    </BoxedList>
  )
}

function InvoiceRow({ agencyId, invoice }: { readonly agencyId: number; readonly invoice: Invoice }) {
  const page = useGetInvoicePage(agencyId)
  const name = `Invoice ${invoice.number ?? invoice.id}`
  const open = (how: 'printPage' | 'savePage') =>
    page.mutate(invoice.id, {
      onSuccess: async html => (await import('./invoice-page.ts'))[how](html, name),
    })
  const pay = usePayInvoice(agencyId)
  const payNow = () =>
    pay.mutate(invoice.id, {
      onSuccess: ({ action_url }) => {
        // The bank asks the card's owner, on the gateway's page.
        if (action_url !== null) window.location.assign(action_url)
        else toast.success('Invoice paid')
      },
    })
  const button = { variant: 'default', size: 'xs', disabled: page.isPending } as const
  return (
    <li className={classes.invoice}>
      <div>
        <Text fw={500}>{name}</Text>
        <Text size="sm" c="dimmed">
          <Day instant={invoice.created_at} /> · {statusWords[invoice.status]}
        </Text>
      </div>
      <div>
        <Text ta="right">{formatAmount(invoice.total_cents, invoice.currency)}</Text>
        {invoice.tax_cents > 0 && (
          <Text ta="right" size="xs" c="dimmed">
            with {formatAmount(invoice.tax_cents, invoice.currency)} GST
          </Text>
        )}
      </div>
      <Group gap="xs" justify="flex-end">
        {invoice.status === 'open' && (
          <Button size="xs" loading={pay.isPending} aria-label={`Pay ${name} now`} onClick={payNow}>
            Pay now
          </Button>
        )}
        <Button
          {...button}
          leftSection={<IconPrinter size={14} aria-hidden />}
          aria-label={`Print ${name}`}
          onClick={() => open('printPage')}
        >
          Print
        </Button>
        <Button
          {...button}
          leftSection={<IconDownload size={14} aria-hidden />}
          aria-label={`Download ${name}`}
          onClick={() => open('savePage')}
        >
          Download
        </Button>
      </Group>
    </li>
  )
}
