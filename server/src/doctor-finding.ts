/** One thing that was checked. `note`: fine here, but not everywhere. `remedy`: what to do about it. */
export type Finding = {
  readonly what: string
  readonly state: 'fine' | 'note' | 'wrong'
  readonly text: string
  readonly remedy?: string
}
