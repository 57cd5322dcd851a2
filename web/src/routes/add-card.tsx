import { AddCardScreen } from '#web/features/billing/components/add-card-screen.tsx'

export function AddCardPage() {
  return <AddCardScreen />
}
