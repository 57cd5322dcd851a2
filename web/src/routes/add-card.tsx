import { AddCardScreen } from '#web/features/billing/add-card-screen.tsx'

export function AddCardPage() {
  return <AddCardScreen />
}
