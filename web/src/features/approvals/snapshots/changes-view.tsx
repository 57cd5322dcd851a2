import { Text, Title } from '@mantine/core'
import { IconCircleCheck, IconSquare } from '@tabler/icons-react'
import type { getChangesSinceDecision } from '#domain/approvals/snapshot-contract.ts'
import type { Output } from '#domain/kernel/endpoint.ts'
import { ZonedTime } from '#web/ui/zoned-time.tsx'
import { ComparisonView } from './comparison-view.tsx'
import classes from './snapshots.module.css'

type Since = Output<typeof getChangesSinceDecision>
type Props = { readonly since: Since; readonly timezone: string }

const decisionWords = (decision: Since['decision']): string => {
  if (decision === 'revision_requested') return 'asked for a revision'
  return decision === 'unapproved' ? 'took your approval back' : 'approved'
}

/** What somebody who decides again has not seen yet; nothing for somebody who has not decided. */
export function ChangesView({ since, timezone }: Props) {
  if (!since.decided_at) return null
  const { decided_at, decision, request } = since
  return (
    <section className={classes.review} aria-label="What changed since your decision">
      <Title order={2} size="sm">
        Changed since you {decisionWords(decision)}
      </Title>
      <Text size="xs" c="dimmed">
        <ZonedTime instant={decided_at} timezone={timezone} />
      </Text>
      <div className={classes.sides}>
        <ComparisonView comparison={since} same="Nothing has changed since then." />
        {request && <Request request={request} />}
      </div>
    </section>
  )
}

function Request({ request: { message, checkboxes } }: { readonly request: NonNullable<Since['request']> }) {
  const done = checkboxes.filter(item => item.is_checked).length
  return (
    <div className={classes.request}>
      <Text size="xs" c="dimmed">
        {checkboxes.length === 0 ? 'What was asked for' : doneText(done, checkboxes.length)}
      </Text>
      {message && (
        <Text size="sm" dir="auto">
          {message}
        </Text>
      )}
      {checkboxes.length > 0 && (
        <ul className={classes.items} aria-label="Checklist">
          {checkboxes.map(({ id, label, is_checked }) => (
            <li key={id} className={classes.item}>
              {is_checked ? (
                <IconCircleCheck size={16} color="var(--g-tone-green-fg)" role="img" aria-label="Done:" />
              ) : (
                <IconSquare size={16} color="var(--g-text-muted)" role="img" aria-label="Open:" />
              )}
              <Text size="sm" dir="auto">
                {label}
              </Text>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** Nobody has to tick items: without a tick it is not known what was done. */
const doneText = (done: number, all: number): string =>
  done === 0 ? 'Asked for, nothing ticked yet' : `${done} of ${all} done`
