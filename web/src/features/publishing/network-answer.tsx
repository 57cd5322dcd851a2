import classes from './publish-progress.module.css'

type Props = {
  readonly text: string
  /** Opened if nothing else says what to do. */
  readonly isOpen?: boolean
}

/** The network's own answer, for those who want to know: closed at first, since it is written for machines. */
export function NetworkAnswer({ text, isOpen = false }: Props) {
  return (
    <details className={classes.answer} open={isOpen || undefined}>
      <summary>Response from the network</summary>
      <pre>{text}</pre>
    </details>
  )
}
