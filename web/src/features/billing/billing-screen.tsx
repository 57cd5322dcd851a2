import { Skeleton, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { messageOf } from '#web/platform/api-error.ts'
import { useMe } from '#web/platform/me.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { GalleyMark } from '#web/ui/page/galley-mark.tsx'
import { Failed, Loading } from '#web/ui/states.tsx'
import { AddressForm } from './address-form.tsx'
import { useGetBilling, useGetPlan, useListAgencyInvoices } from './api.ts'
import classes from './billing.module.css'
import { useCardDocument } from './card/gateway-script.ts'
import { PaymentMethod } from './card/payment-method.tsx'
import { InvoiceList } from './invoice-list.tsx'
import { PlanPanel } from './plan-panel.tsx'
import { PlanStatus } from './plan-status.tsx'

type Props = { readonly agency: { readonly id: number; readonly name: string } }

/** `/billing`: what the agency pays, for whom and with what (docs/product/billing.md "Billing page"). */
export function BillingScreen({ agency }: Props) {
  useCardDocument(useMe().card_fields)
  const plan = useGetPlan(agency.id)
  const details = useGetBilling(agency.id)
  const invoices = useListAgencyInvoices(agency.id)
  const hasCard = Boolean(details.data?.card)
  return (
    <div className={classes.layout}>
      <title>Billing · Galley</title>
      <header className={classes.header}>
        <GalleyMark size={32} />
        <LinkButton to="/" variant="subtle" color="gray">
          Back
        </LinkButton>
      </header>
      <main className={classes.main}>
        <div>
          <Title order={1} size={26}>
            Billing
          </Title>
          <p className={classes.note} style={{ marginTop: 4 }}>
            {agency.name}
          </p>
        </div>
        {plan.data && details.data ? (
          <PlanStatus
            agencyId={agency.id}
            plan={plan.data}
            hasCard={hasCard}
            openInvoice={invoices.data?.findLast(({ status }) => status === 'open')}
          />
        ) : (
          !plan.error && !details.error && <Skeleton height={74} />
        )}
        <Part title="Subscription" query={plan}>
          {data => <PlanPanel agencyId={agency.id} plan={data} hasCard={hasCard} />}
        </Part>
        <Part title="Billing information" query={details}>
          {({ address }) => <AddressForm agencyId={agency.id} address={address} />}
        </Part>
        <Part title="Payment method" query={details}>
          {({ card }) => <PaymentMethod agencyId={agency.id} card={card} />}
        </Part>
        <Part title="Invoices" query={invoices}>
          {list => (
            <InvoiceList agencyId={agency.id} invoices={list} canPay={plan.data?.is_ended === false} />
          )}
        </Part>
      </main>
    </div>
  )
}

type Query<T> = { readonly data: T | undefined; readonly error: unknown; refetch(): unknown }

function Part<T>(props: {
  readonly title: string
  readonly query: Query<T>
  readonly children: (data: T) => ReactNode
}) {
  const { title, query, children } = props
  const id = `billing-${title.toLowerCase().replace(' ', '-')}`
  return (
    <section aria-labelledby={id}>
      <Title order={2} size="h4" id={id}>
        {title}
      </Title>
      <div className={classes.panel}>
        {query.data !== undefined ? (
          children(query.data)
        ) : query.error ? (
          <Failed message={messageOf(query.error)} onRetry={() => void query.refetch()} />
        ) : (
          <Loading>
            <Skeleton height={140} />
          </Loading>
        )}
      </div>
    </section>
  )
}
