import { Button, Text, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { ShownCard } from '#domain/billing/model.ts'
import { useUnsavedGuard } from '#web/ui/dialog/use-unsaved-guard.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useConfirmReplacedCard, useUpdateCard } from '../api.ts'
import classes from '../billing.module.css'
import { CardConfirmation, confirmationInAddress } from './card-confirmation.tsx'
import { CardForm } from './card-form.tsx'

type Props = { readonly agencyId: number; readonly card: ShownCard | null }

const twoDigits = (month: number): string => String(month).padStart(2, '0')
const masked = ({ last_four }: ShownCard): string => `XXXX XXXX XXXX ${last_four}`

/** The card that the agency pays with, masked but for its last digits. Its fields are locked until Edit. */
export function PaymentMethod({ agencyId, card }: Props) {
  const [isEditing, setEditing] = useState(false)
  const [confirmation, setConfirmation] = useState(confirmationInAddress)
  const navigate = useNavigate()
  const confirm = useConfirmReplacedCard(agencyId)
  /** The address without the bank's answer, which is not read a second time. */
  const leaveConfirmation = () => {
    setConfirmation(null)
    void navigate({ to: '/billing', replace: true })
  }
  if (confirmation !== null)
    return (
      <CardConfirmation
        setupIntent={confirmation}
        confirm={confirm}
        onAdded={() => {
          // Fixed wording (docs/product/billing.md "Texts").
          toast.success('Card updated')
          leaveConfirmation()
        }}
        onRefused={() => {
          setEditing(true)
          leaveConfirmation()
        }}
      />
    )
  if (!card)
    return (
      <Text size="sm" c="dimmed">
        There is no card yet.
      </Text>
    )
  return isEditing ? (
    <EditedCard agencyId={agencyId} card={card} onEnd={() => setEditing(false)} />
  ) : (
    <LockedCard card={card} onEdit={() => setEditing(true)} />
  )
}

function LockedCard({ card, onEdit }: { readonly card: ShownCard; readonly onEdit: () => void }) {
  // Locked, and yet to be read: people look here for the last digits of their card.
  const styles = { input: { opacity: 1, color: 'var(--g-text)' } }
  const locked = { disabled: true, readOnly: true, styles } as const
  return (
    <>
      <div className={classes.fields}>
        <TextInput {...locked} label="Name on card" value={card.cardName} />
        <TextInput {...locked} label="Card number" value={masked(card)} />
        <TextInput {...locked} label="Expiry" value={`${twoDigits(card.expiryMonth)}/${card.expiryYear}`} />
        <TextInput {...locked} label="Card" value={card.brand} />
      </div>
      <div className={classes.actions}>
        <Button variant="default" onClick={onEdit}>
          Edit
        </Button>
      </div>
    </>
  )
}

type Edited = { readonly agencyId: number; readonly card: ShownCard; readonly onEnd: () => void }

function EditedCard({ agencyId, card, onEnd }: Edited) {
  const update = useUpdateCard(agencyId)
  const [isUnsaved, setUnsaved] = useState(false)
  const { dialog } = useUnsavedGuard({ isUnsaved, text: 'The card is not saved yet.' })
  const onSaved = () => {
    // Fixed wording (docs/product/billing.md "Texts").
    toast.success('Card updated')
    onEnd()
  }
  return (
    <>
      <CardForm
        former={{
          fields: {
            cardName: card.cardName,
            cardNumber: '',
            expiryMonth: twoDigits(card.expiryMonth),
            expiryYear: String(card.expiryYear),
            cvc: '',
          },
          masked: masked(card),
          isAustralian: card.hasTax,
          send: update,
          onUntouched: onEnd,
        }}
        onAdded={onSaved}
        onChanged={setUnsaved}
        other={
          <Button variant="default" onClick={onEnd}>
            Cancel
          </Button>
        }
      />
      {dialog}
    </>
  )
}
