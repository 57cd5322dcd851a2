import { Button, Text } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import type { HashtagPool } from '#domain/hashtags/model.ts'
import classes from './pools.module.css'

type Props = {
  /** The pool as somebody else saved it; null: somebody deleted it. */
  readonly newer: HashtagPool | null
  /** Go on with what was typed here. */
  readonly onKeep: () => void
  /** Go on with what the other person saved. */
  readonly onTake: (newer: HashtagPool) => void
}

/** Somebody else changed or deleted the pool that is being edited: says how, and lets the person choose. */
export function PoolConflict({ newer, onKeep, onTake }: Props) {
  if (newer === null)
    return (
      <Notice
        title="Someone else has deleted this pool"
        text="What you typed is still here. You can add it as a new pool."
        buttons={<Choice onClick={onKeep}>Make it a new pool</Choice>}
      />
    )
  return (
    <Notice
      title="Someone else has changed this pool"
      text="Nothing is lost yet. Their version:"
      buttons={
        <>
          <Choice onClick={() => onTake(newer)}>Take their version</Choice>
          <Choice onClick={onKeep}>Keep my version</Choice>
        </>
      }
    >
      <div className={classes.theirs} dir="auto">
        <strong>{newer.pool_name}</strong>
        <div>{newer.hashtags}</div>
      </div>
    </Notice>
  )
}

type NoticeProps = {
  readonly title: string
  readonly text: string
  readonly buttons: ReactNode
  readonly children?: ReactNode
}

function Notice({ title, text, buttons, children }: NoticeProps) {
  const id = useId()
  return (
    <div role="alert" aria-labelledby={id} className={classes.notice}>
      <Text fw={600} size="sm" id={id}>
        {title}
      </Text>
      <Text size="sm">{text}</Text>
      {children}
      <div className={classes.choicesOfNotice}>{buttons}</div>
    </div>
  )
}

function Choice({ onClick, children }: { readonly onClick: () => void; readonly children: string }) {
  return (
    <Button variant="default" size="xs" onClick={onClick}>
      {children}
    </Button>
  )
}
