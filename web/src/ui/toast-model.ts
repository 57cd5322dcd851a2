/** What a toast is: its words, and how long it stays (null: until closed). */
export type Toast = {
  readonly id: string
  readonly kind: 'success' | 'info' | 'error'
  readonly message: string
  readonly seconds: number | null
  readonly onUndo?: () => void
}
