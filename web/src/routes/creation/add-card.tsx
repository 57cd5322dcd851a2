import { AddCardScreen } from '#web/features/billing/card/add-card-screen.tsx'

export function AddCardPage() {
  return <AddCardScreen />
}
