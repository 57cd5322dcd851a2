import { Button } from '@mantine/core'
import type { Plan } from '#domain/billing/model.ts'
import { useConfirm } from '#web/ui/dialog/use-confirm.tsx'
import { sayWhenDone, toast } from '#web/ui/toast.tsx'
import { useCancelSubscription, useContinueSubscription } from './api.ts'
import classes from './billing.module.css'

type Props = { readonly agencyId: number; readonly plan: Plan; readonly hasCard: boolean }

const loadQuestions = () => import('./subscription-questions.ts')

/** Cancels the subscription for the end of its period, takes that back, or begins another, after a question. */
export function SubscriptionActions({ agencyId, plan, hasCard }: Props) {
  const cancel = useCancelSubscription(agencyId)
  const resume = useContinueSubscription(agencyId)
  const { ask, dialog } = useConfirm()
  const onCancel = async () => {
    if (await ask((await loadQuestions()).cancelQuestion))
      sayWhenDone(cancel.mutateAsync(), 'Subscription cancelled')
  }
  const onResume = async () => {
    if (await ask((await loadQuestions()).continueQuestion))
      sayWhenDone(resume.mutateAsync(), 'Subscription continued')
  }
  const onStart = async () => {
    if (await ask((await loadQuestions()).startQuestion(plan)))
      sayWhenDone(resume.mutateAsync(), ({ action_url }) => {
        // The bank asks the card's owner about the first charge, on the gateway's page.
        if (action_url !== null) window.location.assign(action_url)
        else toast.success('Subscription started')
      })
  }
  const isOver =
    plan.status === 'none' || plan.status === 'canceled' || (plan.status === 'past_due' && plan.is_ended)
  if (isOver && !hasCard) return null
  return (
    <div className={classes.actions}>
      {isOver ? (
        <Button loading={resume.isPending} onClick={() => void onStart()}>
          Start subscription
        </Button>
      ) : plan.cancel_at_period_end ? (
        <Button loading={resume.isPending} onClick={() => void onResume()}>
          Continue subscription
        </Button>
      ) : (
        <Button variant="default" loading={cancel.isPending} onClick={() => void onCancel()}>
          Cancel subscription
        </Button>
      )}
      {dialog}
    </div>
  )
}
