import { Alert, Button, Checkbox, Skeleton, Stack, TextInput } from '@mantine/core'
import { type SubmitEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { cardProblems } from '#domain/billing/cards.ts'
import type { HostedFields } from '#domain/billing/hosted-fields.ts'
import { ApiError } from '#web/platform/api-error.ts'
import { FormError } from '#web/ui/form/form-error.tsx'
import { Loading } from '#web/ui/states.tsx'
import { useAddCard } from '../api.ts'
import classes from './card-form.module.css'
import { CardFormFoot } from './card-form-foot.tsx'
import type { CardFormProps } from './card-form-props.ts'
import { GatewayInput } from './gateway-field.tsx'
import {
  type FieldChange,
  type FieldName,
  type Gateway,
  type GatewayField,
  useGatewayScript,
} from './gateway-script.ts'

type Props = CardFormProps & { readonly fields: HostedFields }

/** A card whose number and CVC are typed into the gateway's own fields and never reach Galley (docs/product/billing.md "Gateway’s own fields"). */
export function HostedCardForm({ fields, ...props }: Props) {
  const { loading, retry } = useGatewayScript(fields)
  if (loading.state === 'failed')
    return (
      <Alert color="red" title="The payment service could not be reached">
        <p className={classes.alert}>Its fields for your card could not be loaded. Nothing was charged.</p>
        <Button variant="default" onClick={retry}>
          Retry
        </Button>
      </Alert>
    )
  if (loading.state !== 'ready')
    return (
      <Loading>
        <Skeleton height={260} />
      </Loading>
    )
  return <Form {...props} gateway={loading.gateway} />
}

const required: Readonly<Record<FieldName, string>> = {
  cardNumber: cardProblems.cardNumber('') ?? '',
  cardExpiry: 'Expiry is required',
  cardCvc: cardProblems.cvc('') ?? '',
}
const names = ['cardNumber', 'cardExpiry', 'cardCvc'] as const
const untyped: FieldChange = { empty: true, complete: false }

/** What the gateway's fields say of themselves. */
const useGatewayFields = () => {
  const [changes, setChanges] = useState<Readonly<Record<FieldName, FieldChange>>>({
    cardNumber: untyped,
    cardExpiry: untyped,
    cardCvc: untyped,
  })
  const [isChecked, setChecked] = useState(false)
  const made = useRef<Partial<Record<FieldName, GatewayField>>>({})
  const problemOf = (name: FieldName): string | undefined => {
    const { empty, complete, error } = changes[name]
    if (error) return error.message
    if (!isChecked || complete) return undefined
    return empty ? required[name] : 'Incomplete'
  }
  return {
    problemOf,
    made,
    isTouched: names.some(name => !changes[name].empty),
    /** Shows what is missing. @returns the first field that is not complete */
    check: (): FieldName | undefined => {
      setChecked(true)
      return names.find(name => !changes[name].complete)
    },
    change: (name: FieldName, change: FieldChange) => setChanges(former => ({ ...former, [name]: change })),
  }
}

function Form({ former, onAdded, onChanged, other, gateway }: CardFormProps & { readonly gateway: Gateway }) {
  const add = useAddCard()
  const [elements] = useState(() => gateway.elements())
  const [cardName, setName] = useState(former?.fields.cardName ?? '')
  const [isAustralian, setAustralian] = useState(former?.isAustralian ?? false)
  const [isNameChecked, setNameChecked] = useState(false)
  const [refusal, setRefusal] = useState<unknown>(null)
  const [isSending, setSending] = useState(false)
  const typed = useGatewayFields()
  const nameInput = useRef<HTMLInputElement>(null)
  const nameProblem = cardProblems.cardName(cardName)
  const isTouched =
    typed.isTouched ||
    cardName !== (former?.fields.cardName ?? '') ||
    isAustralian !== (former?.isAustralian ?? false)
  const report = useEffectEvent(onChanged)
  const isChanged = isTouched && !isSending
  useEffect(() => report(isChanged), [isChanged])
  const pay = async (card: GatewayField) => {
    const country = isAustralian ? { country: 'AU' as const } : {}
    const billing_details = { name: cardName.trim(), ...(isAustralian && { address: { country: 'AU' } }) }
    const { paymentMethod, error } = await gateway.createPaymentMethod({
      type: 'card',
      card,
      billing_details,
    })
    if (!paymentMethod) {
      const message = error?.message ?? 'The payment service did not accept the card. Please try again.'
      throw new ApiError({ status: 402, code: 'card_refused', message })
    }
    await (former?.send ?? add)({ cardName: cardName.trim(), paymentMethod: paymentMethod.id, ...country })
  }
  const onSubmit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isSending) return
    if (former && !isTouched) return former.onUntouched()
    setNameChecked(true)
    const missing = typed.check()
    if (nameProblem) return nameInput.current?.focus()
    const card = typed.made.current.cardNumber
    if (missing || !card) return typed.made.current[missing ?? 'cardNumber']?.focus()
    setRefusal(null)
    setSending(true)
    try {
      await pay(card)
      onAdded()
    } catch (error) {
      setRefusal(error)
    } finally {
      setSending(false)
    }
  }
  const field = (name: FieldName) => ({
    gateway: elements,
    name,
    error: typed.problemOf(name),
    onField: (own: GatewayField) => {
      typed.made.current[name] = own
    },
    onChange: (change: FieldChange) => typed.change(name, change),
  })
  return (
    <form onSubmit={event => void onSubmit(event)} aria-label="Payment details" noValidate>
      <Stack gap="md">
        <TextInput
          ref={nameInput}
          label="Name on card"
          autoComplete="cc-name"
          value={cardName}
          error={isNameChecked ? nameProblem : undefined}
          onChange={event => setName(event.currentTarget.value)}
        />
        <GatewayInput
          {...field('cardNumber')}
          label="Card number"
          {...(former ? { placeholder: former.masked } : {})}
        />
        <div className={classes.row}>
          <GatewayInput {...field('cardExpiry')} label="Expiry" />
          <GatewayInput {...field('cardCvc')} label="CVC" />
        </div>
        <Checkbox
          checked={isAustralian}
          onChange={event => setAustralian(event.currentTarget.checked)}
          label="Australian registered company"
        />
        <FormError error={refusal} />
        <CardFormFoot
          isSending={isSending}
          other={other}
          isReplaced={former !== undefined}
          secrecy="Your card number and CVC go straight to the payment service; Galley never sees them."
        />
      </Stack>
    </form>
  )
}
