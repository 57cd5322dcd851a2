/** A toast: its text, and how long it stays (null: until closed). */
export type Toast = {
  readonly id: string
  readonly kind: 'success' | 'info' | 'error'
  readonly message: string
  readonly seconds: number | null
  readonly onUndo?: () => void
  /** It takes the place of the former toast of its series: ten decisions are not ten toasts. */
  readonly series?: 'decisions' | undefined
}
