import { Checkbox, NativeSelect, Skeleton, Stack, TextInput } from '@mantine/core'
import { lazy, type SubmitEvent, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { bareNumber, cardProblems, expiryProblem, expiryYears } from '#domain/billing/cards.ts'
import { useMe } from '#web/platform/me.ts'
import { FormError } from '#web/ui/form/form-error.tsx'
import { type Fields, useForm } from '#web/ui/form/use-form.ts'
import { Loading } from '#web/ui/states.tsx'
import { useAddCard } from '../api.ts'
import classes from './card-form.module.css'
import { CardFormFoot } from './card-form-foot.tsx'
import type { CardFormProps } from './card-form-props.ts'
import { CardNumberField } from './card-number-field.tsx'

type Name = keyof typeof cardProblems

const numberOf = (chosen: string): number | null => (chosen === '' ? null : Number(chosen))

const check = (fields: Fields<Name>) => {
  const [month, year] = [numberOf(fields.expiryMonth), numberOf(fields.expiryYear)]
  const both = month !== null && year !== null ? expiryProblem(month, year, new Date()) : undefined
  return {
    cardName: cardProblems.cardName(fields.cardName),
    cardNumber: cardProblems.cardNumber(fields.cardNumber),
    expiryMonth: cardProblems.expiryMonth(month) ?? both,
    expiryYear: cardProblems.expiryYear(year),
    cvc: cardProblems.cvc(fields.cvc),
  }
}

/** Asked before the form is left with something typed. */
export const unsavedCard = 'The card is not added yet.'

/** The test card that the sandbox and Stripe accept. */
const TEST_NUMBER = '4242 4242 4242 4242'
const empty: Fields<Name> = { cardName: '', cardNumber: '', expiryMonth: '', expiryYear: '', cvc: '' }
const choose = (label: string) => ({ value: '', label, disabled: true })
const months = Array.from({ length: 12 }, (_, index) => String(index + 1).padStart(2, '0'))

const HostedCardForm = lazy(async () => ({
  default: (await import('./hosted-card-form.tsx')).HostedCardForm,
}))

/** A card, in the gateway's own fields where the installation has them (docs/product/billing.md "Gateway’s own fields"). */
export function CardForm(props: CardFormProps) {
  const { card_fields } = useMe()
  if (!card_fields) return <TypedCardForm {...props} />
  return (
    <Suspense
      fallback={
        <Loading>
          <Skeleton height={260} />
        </Loading>
      }
    >
      <HostedCardForm {...props} fields={card_fields} />
    </Suspense>
  )
}

/**
 * A card typed into Galley's fields (docs/product/billing.md "Card fields"). What is typed stays while it is wrong, and is never stored: a card number
 * does not belong in a browser's storage.
 */
function TypedCardForm({ former, onAdded, onChanged, other }: CardFormProps) {
  const add = useAddCard()
  const { takes_test_cards } = useMe()
  const [isAustralian, setAustralian] = useState(former?.isAustralian ?? false)
  const initial = former?.fields ?? empty
  const form = useForm<Name>({
    initial,
    check,
    send: async fields => {
      await (former?.send ?? add)({
        cardName: fields.cardName.trim(),
        cardNumber: bareNumber(fields.cardNumber),
        expiryMonth: Number(fields.expiryMonth),
        expiryYear: Number(fields.expiryYear),
        cvc: fields.cvc.trim(),
        ...(isAustralian ? { country: 'AU' as const } : {}),
      })
      onAdded()
    },
  })
  const names = Object.keys(initial) as Name[]
  const isTouched =
    names.some(name => form.fields[name] !== initial[name]) ||
    isAustralian !== (former?.isAustralian ?? false)
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    if (!former || isTouched) return form.onSubmit(event)
    event.preventDefault()
    former.onUntouched()
  }
  const isChanged = !form.isSending && isTouched
  const report = useEffectEvent(onChanged)
  useEffect(() => report(isChanged), [isChanged])
  /** A dropdown field of the form: like a text field, except for its change event. */
  const select = (name: 'expiryMonth' | 'expiryYear') => ({
    ...form.field(name),
    onChange: (event: { currentTarget: { value: string } }) => form.change(name, event.currentTarget.value),
  })
  return (
    <form {...form.form} onSubmit={event => void onSubmit(event)} aria-label="Payment details">
      <Stack gap="md">
        {takes_test_cards && (
          <p className={classes.test}>
            Test cards only: use {TEST_NUMBER} with any future date and any CVC. Please do not enter a real
            card.
          </p>
        )}
        <TextInput {...form.field('cardName')} label="Name on card" autoComplete="cc-name" autoFocus />
        <CardNumberField
          {...form.field('cardNumber')}
          {...(former ? { placeholder: former.masked } : {})}
          onType={value => form.change('cardNumber', value)}
        />
        <div className={classes.row}>
          <NativeSelect
            {...select('expiryMonth')}
            label="Expiry month"
            autoComplete="cc-exp-month"
            data={[choose('MM'), ...months]}
          />
          <NativeSelect
            {...select('expiryYear')}
            label="Expiry year"
            autoComplete="cc-exp-year"
            data={[choose('YYYY'), ...expiryYears(new Date()).map(String)]}
          />
          <TextInput
            {...form.field('cvc')}
            label="CVC"
            autoComplete="cc-csc"
            inputMode="numeric"
            spellCheck={false}
          />
        </div>
        <Checkbox
          checked={isAustralian}
          onChange={event => setAustralian(event.currentTarget.checked)}
          label="Australian registered company"
        />
        <FormError error={form.refusal} />
        <CardFormFoot
          other={other}
          isSending={form.isSending}
          isReplaced={former !== undefined}
          secrecy="Galley never stores your card number or CVC."
        />
      </Stack>
    </form>
  )
}
