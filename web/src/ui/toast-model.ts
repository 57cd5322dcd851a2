/** A toast: its text, and how long it stays (null: until closed). */
export type Toast = {
  readonly id: string
  readonly kind: 'success' | 'info' | 'error'
  readonly message: string
  readonly seconds: number | null
  readonly onUndo?: () => void
}
