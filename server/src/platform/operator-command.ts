/** The result of an operator's command, in words. */
export type Done = {
  readonly isDone: boolean
  readonly text: string
  /** The exit code, if it is another one than 0 for done and 1 for refused. */
  readonly code?: number
}

export const done = (text: string): Done => ({ isDone: true, text })
export const refused = (text: string): Done => ({ isDone: false, text })

/** Says how much of a list is not shown; nothing where all of it is. */
export const andMore = (count: number, shown: number): string[] =>
  count > shown ? [`and ${count - shown} more`] : []
