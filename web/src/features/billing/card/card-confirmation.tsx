import { Button, Loader, Stack, Text } from '@mantine/core'
import { useEffect, useEffectEvent, useState } from 'react'
import { ApiError } from '#web/platform/api-error.ts'
import { FormError } from '#web/ui/form/form-error.tsx'

/** What the bank's page has added to the address, if the browser comes from there. */
export const confirmationInAddress = (): string | null =>
  new URLSearchParams(window.location.search).get('setup_intent')

type Props = {
  readonly setupIntent: string
  /** Takes the card. Rejects with ApiError. */
  readonly confirm: (setupIntent: string) => Promise<void>
  readonly onAdded: () => void
  readonly onRefused: () => void
}

/** After the bank's page (docs/product/billing.md "Confirmation by the bank"): takes the card, or says why not and offers the form again. */
export function CardConfirmation({ setupIntent, confirm, onAdded, onRefused }: Props) {
  const [refusal, setRefusal] = useState<ApiError | null>(null)
  const [tries, setTries] = useState(0)
  const take = useEffectEvent(async (isCurrent: () => boolean) => {
    try {
      await confirm(setupIntent)
      if (isCurrent()) onAdded()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (isCurrent()) setRefusal(error)
    }
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try takes the card again
  useEffect(() => {
    let isCurrent = true
    void take(() => isCurrent)
    return () => {
      isCurrent = false
    }
  }, [tries])
  if (!refusal)
    return (
      <Stack align="center" gap="sm" role="status">
        <Loader size="sm" />
        <Text>Checking your bank’s answer…</Text>
      </Stack>
    )
  const again = () => {
    setRefusal(null)
    setTries(tries + 1)
  }
  return (
    <Stack gap="md" align="start">
      <FormError error={refusal} />
      {refusal.status === 422 || refusal.status === 404 ? (
        <Button onClick={onRefused}>Enter a card</Button>
      ) : (
        <Button onClick={again}>Try again</Button>
      )}
    </Stack>
  )
}
