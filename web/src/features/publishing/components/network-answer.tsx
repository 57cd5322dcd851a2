import classes from './publish-progress.module.css'

/** What the network itself said, for who wants to know: closed at first, since it is written for machines. */
export function NetworkAnswer({ text }: { readonly text: string }) {
  return (
    <details className={classes.answer}>
      <summary>Answer of the network</summary>
      <pre>{text}</pre>
    </details>
  )
}
