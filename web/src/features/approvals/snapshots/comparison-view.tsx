import { Stack, Text } from '@mantine/core'
import type { Comparison, ContentChanges } from '#domain/approvals/snapshot-contract.ts'
import { instantIn } from '#domain/kernel/languages/dates.ts'
import { timezoneLabel } from '#domain/kernel/time.ts'
import { networkNames } from '#domain/networks/names.ts'
import { pageWords, say } from '#web/platform/words.ts'
import { placeOf, saidWith } from '#web/ui/said-with.tsx'
import { ChangedFiles } from './changed-files.tsx'
import { ChangedText } from './changed-text.tsx'
import classes from './snapshots.module.css'

type Props = { readonly comparison: Comparison /** Said where nothing differs. */; readonly same: string }

/** What differs between two moments of a post: words, files, links, the time. */
export function ComparisonView({ comparison: { changes, schedule }, same }: Props) {
  if (changes.length === 0 && schedule === null) return <Text size="sm">{same}</Text>
  return (
    <Stack gap="md">
      {changes.map(change => (
        <Change key={change.social_networks.join()} change={change} />
      ))}
      {schedule && (
        <Text size="sm">
          {saidWith(say('Scheduled for {before} {after}', { before: placeOf(0), after: placeOf(1) }), [
            <del key="before" className={classes.removed}>
              {timeText(schedule.before)}
            </del>,
            <ins key="after" className={classes.added}>
              {timeText(schedule.after)}
            </ins>,
          ])}
        </Text>
      )}
    </Stack>
  )
}

type Time = NonNullable<Comparison['schedule']>['before']

const timeText = (time: Time): string => {
  if (time === null) return say('no time')
  const zone = time.timezone === null ? '' : ` ${timezoneLabel(time.timezone)}`
  // A moment by a clock, whatever the zone: shown as if that clock were at zero.
  const moment = instantIn(pageWords().language, new Date(`${time.date}T${time.time}Z`), 'UTC', 'dayTime')
  return `${moment}${zone}`
}

function Change({ change }: { readonly change: ContentChanges }) {
  const { social_networks, parts, text, first_comment, media, links } = change
  const shown = ['text', 'first comment', ...(media || links ? ['media'] : [])]
  const others = parts.filter(part => !shown.includes(part))
  return (
    <Stack gap="xs">
      <Text size="sm" fw={600}>
        {social_networks.map(network => networkNames[network]).join(', ')}
      </Text>
      {text && <ChangedText label={say('Text')} change={text} />}
      {first_comment && <ChangedText label={say('First comment')} change={first_comment} />}
      {media && <ChangedFiles before={media.before} after={media.after} />}
      {links && (
        <div>
          <Text size="xs" c="dimmed">
            {say('Links')}
          </Text>
          <Addresses is="del" addresses={links.before.filter(link => !links.after.includes(link))} />
          <Addresses is="ins" addresses={links.after.filter(link => !links.before.includes(link))} />
        </div>
      )}
      {others.length > 0 && (
        <Text size="sm">
          {say('Also changed: {parts}', { parts: others.map(part => say(part)).join(', ') })}
        </Text>
      )}
    </Stack>
  )
}

function Addresses({
  is: Tag,
  addresses,
}: {
  readonly is: 'del' | 'ins'
  readonly addresses: readonly string[]
}) {
  return addresses.map(address => (
    <Text key={address} size="sm" className={classes.address}>
      <Tag className={Tag === 'del' ? classes.removed : classes.added}>{address}</Tag>
    </Text>
  ))
}
