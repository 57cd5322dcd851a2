import { Button, NativeSelect, TextInput } from '@mantine/core'
import {
  type AddressField,
  addressFields,
  addressProblem,
  type InvoiceField,
  invoiceFieldProblem,
  invoiceFields,
} from '#domain/billing/address.ts'
import { countryNames, listedCountry } from '#domain/billing/countries.ts'
import type { BillingAddress } from '#domain/billing/model.ts'
import { useUnsavedGuard } from '#web/ui/dialog/use-unsaved-guard.tsx'
import { FormError } from '#web/ui/form/form-error.tsx'
import { type Fields, useForm } from '#web/ui/form/use-form.ts'
import { toast } from '#web/ui/toast.tsx'
import { useUpdateBillingAddress } from './api.ts'
import classes from './billing.module.css'

type Name = AddressField | InvoiceField
const labels: Fields<Name> = { ...addressFields, ...invoiceFields }
const names = Object.keys(labels) as Name[]
const empty = Object.fromEntries(names.map(name => [name, ''])) as Fields<Name>

const autoComplete: Fields<Name> = {
  firstName: 'given-name',
  lastName: 'family-name',
  address: 'street-address',
  state: 'address-level1',
  city: 'address-level2',
  country: 'country-name',
  zip: 'postal-code',
  vat_number: 'off',
  invoice_email: 'off',
}

/** One that was typed by hand before there was a list stays, if the list does not know it. */
const countriesWith = (saved: string): { readonly value: string; readonly label: string }[] => {
  const names = countryNames()
  const own = saved === '' || names.includes(saved) ? [] : [saved]
  return [
    { value: '', label: 'Choose a country' },
    ...[...own, ...names].map(name => ({ value: name, label: name })),
  ]
}

const descriptions: Partial<Fields<Name>> = {
  vat_number: 'If you have one. It is printed on your next invoices.',
  invoice_email: 'Your bookkeeper’s, for example: receipts and invoices go there, too.',
}

const isOfInvoice = (name: Name): name is InvoiceField => name in invoiceFields

const problemOf = (name: Name, typed: string) =>
  isOfInvoice(name) ? invoiceFieldProblem(name, typed) : addressProblem(name, typed)

const check = (fields: Fields<Name>) =>
  Object.fromEntries(names.map(name => [name, problemOf(name, fields[name])]))

type Props = { readonly agencyId: number; readonly address: BillingAddress | null }

/** Whom the invoices are for (docs/product/billing.md "Billing address"). */
export function AddressForm({ agencyId, address }: Props) {
  const save = useUpdateBillingAddress(agencyId)
  const saved = address ? { ...empty, ...address, country: listedCountry(address.country) } : empty
  const form = useForm<Name>({
    initial: saved,
    check,
    send: async fields => {
      form.fill(await save.mutateAsync(fields))
      // Fixed wording (docs/product/billing.md "Texts").
      toast.success('Billing address saved')
    },
  })
  const isUnsaved = !form.isSending && names.some(name => form.fields[name] !== saved[name])
  const { dialog } = useUnsavedGuard({ isUnsaved, text: 'The billing address is not saved yet.' })
  return (
    <form {...form.form} aria-label="Billing information">
      <div className={classes.fields}>
        {names.map(name => {
          const field = {
            ...form.field(name),
            label: labels[name],
            description: descriptions[name],
            autoComplete: autoComplete[name],
            className: name === 'address' ? classes.wide : undefined,
          }
          return name === 'country' ? (
            <NativeSelect
              key={name}
              {...field}
              onChange={event => form.change(name, event.currentTarget.value)}
              data={countriesWith(saved.country)}
            />
          ) : (
            <TextInput key={name} {...field} />
          )
        })}
      </div>
      <FormError error={form.refusal} />
      <div className={classes.actions}>
        <Button type="submit" loading={form.isSending}>
          Save
        </Button>
      </div>
      {dialog}
    </form>
  )
}
