import { Button, Group, Text } from '@mantine/core'
import { IconDownload, IconPrinter } from '@tabler/icons-react'
import { formatAmount } from '#domain/billing/amounts.ts'
import type { Invoice } from '#domain/billing/model.ts'
import { invoiceStatusWords } from '#domain/billing/status.ts'
import { BoxedList } from '#web/ui/boxed-list.tsx'
import { saveFile } from '#web/ui/save-file.ts'
import { useGetInvoicePage, useGetInvoicePdf } from './api.ts'
import classes from './billing.module.css'
import { PayButton } from './pay-button.tsx'
import { Day } from './plan-status.tsx'

type Props = {
  readonly agencyId: number
  readonly invoices: readonly Invoice[]
  /** Their subscription runs: after its end, paying an old invoice would not bring anything back. */
  readonly canPay: boolean
}

const statusOf = ({ status, needs_confirmation }: Invoice, canPay: boolean): string => {
  if (status === 'open' && !canPay) return invoiceStatusWords.uncollectible
  return needs_confirmation ? 'Waiting for your confirmation' : invoiceStatusWords[status]
}

/** The agency's invoices, newest first, each with its page. */
export function InvoiceList({ agencyId, invoices, canPay }: Props) {
  if (invoices.length === 0)
    return (
      <Text size="sm" c="dimmed">
        There are no invoices yet.
      </Text>
    )
  return (
    <BoxedList aria-labelledby="billing-invoices">
      {invoices.map(invoice => (
        <InvoiceRow key={invoice.id} agencyId={agencyId} invoice={invoice} canPay={canPay} />
      ))}
    </BoxedList>
  )
}

type RowProps = Pick<Props, 'agencyId' | 'canPay'> & { readonly invoice: Invoice }

function InvoiceRow({ agencyId, invoice, canPay }: RowProps) {
  const page = useGetInvoicePage(agencyId)
  const name = `Invoice ${invoice.number ?? invoice.id}`
  const pdf = useGetInvoicePdf(agencyId)
  const print = () =>
    page.mutate(invoice.id, {
      onSuccess: async html => (await import('./invoice-page.ts')).printPage(html, name),
    })
  const download = () =>
    pdf.mutate(invoice.id, {
      onSuccess: file => saveFile(`${name.toLowerCase().replace(/[^\w]+/g, '-')}.pdf`, file),
    })
  const button = { variant: 'default', size: 'xs' } as const
  return (
    <li className={classes.invoice}>
      <div>
        <Text fw={500}>{name}</Text>
        <Text size="sm" c="dimmed">
          <Day instant={invoice.created_at} /> · {statusOf(invoice, canPay)}
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
        {canPay && invoice.status === 'open' && (
          <PayButton agencyId={agencyId} invoice={invoice} name={name} />
        )}
        <Button
          {...button}
          leftSection={<IconPrinter size={14} aria-hidden />}
          aria-label={`Print ${name}`}
          disabled={page.isPending}
          onClick={print}
        >
          Print
        </Button>
        <Button
          {...button}
          leftSection={<IconDownload size={14} aria-hidden />}
          aria-label={`Download ${name} as a PDF`}
          loading={pdf.isPending}
          onClick={download}
        >
          PDF
        </Button>
      </Group>
    </li>
  )
}
