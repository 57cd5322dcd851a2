import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { TRIAL_DAYS } from '#domain/billing/cards.ts'
import { useMe } from '#web/platform/me.ts'
import { useUnsavedGuard } from '#web/ui/dialog/use-unsaved-guard.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { OnboardingLayout } from '#web/ui/page/onboarding-layout.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useConfirmCard } from '../api.ts'
import { CardConfirmation, confirmationInAddress } from './card-confirmation.tsx'
import { CardForm, unsavedCard } from './card-form.tsx'
import { useCardDocument } from './gateway-script.ts'
import { priceWords } from './price-words.ts'

/** `/add-card`: the first step of creating an agency, if the installation takes cards (docs/product/billing.md "Card step"). */
export function AddCardScreen() {
  const { card_status, projects, card_fields, plan_prices, charged_at_once } = useMe()
  useCardDocument(card_fields)
  const navigate = useNavigate()
  const [isUnsaved, setUnsaved] = useState(false)
  const { dialog } = useUnsavedGuard({ isUnsaved, text: unsavedCard })
  const confirm = useConfirmCard()
  const [confirmation, setConfirmation] = useState(confirmationInAddress)
  const hasCard = card_status === 'active'
  const isNewcomer = !hasCard && projects.length === 0
  const onAdded = () => {
    // Fixed wording (docs/product/billing.md "Texts").
    toast.success('Card added')
    // The redirect rules know what comes next: creating the agency, or its calendar.
    void navigate({ to: '/', replace: true })
  }
  return (
    <OnboardingLayout
      title="Payment details"
      lead={
        hasCard
          ? `You already have a card. A new one replaces it${charged_at_once ? '' : ', and your free trial continues'}.`
          : `Your card starts a free trial of ${TRIAL_DAYS} days, one for each card. Nothing is charged or held during the trial; the monthly subscription starts afterwards${plan_prices ? `: ${priceWords(plan_prices)}` : ''}.`
      }
      back={
        <LinkButton to={isNewcomer ? '/without-project' : '/'} variant="subtle" color="gray">
          Back
        </LinkButton>
      }
    >
      {confirmation === null ? (
        <CardForm onAdded={onAdded} onChanged={setUnsaved} />
      ) : (
        <CardConfirmation
          setupIntent={confirmation}
          confirm={confirm}
          onAdded={onAdded}
          onRefused={() => setConfirmation(null)}
        />
      )}
      {dialog}
    </OnboardingLayout>
  )
}
