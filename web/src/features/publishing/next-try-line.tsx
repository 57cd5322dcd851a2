import { Text } from '@mantine/core'
import { networkNames } from '#domain/networks/names.ts'
import type { PostSocial } from '#domain/posts/model.ts'
import type { NextTry } from '#domain/publishing/contract.ts'
import { useProjectId, useTimezone } from '#web/platform/shown-project.ts'
import { ZonedTime } from '#web/ui/time/zoned-time.tsx'
import { useListNextTries } from './api.ts'
import { NetworkAnswer } from './network-answer.tsx'

type Props = { readonly social: PostSocial }

/** What a version that is being published waits for, and until when; nothing while it is at work. */
export function NextTryLine({ social }: Props) {
  const { data = [] } = useListNextTries(useProjectId(), social.post_id)
  const next = data.find(({ post_social_id }) => post_social_id === social.id)
  if (!next) return null
  const { answer, waits_for, next_try_at } = next
  return (
    <>
      <Text size="sm">
        {waitText[waits_for](networkNames[social.social_network], answer !== null)}{' '}
        <NextTryTime at={next_try_at} />
      </Text>
      {answer !== null && <NetworkAnswer text={answer} isOpen />}
    </>
  )
}

type WaitText = (network: string, isAnswered: boolean) => string

/** Why it is not live yet. A delay of Galley's own is not blamed on the network. */
const waitText: Readonly<Record<NextTry['waits_for'], WaitText>> = {
  look_up: (network, isAnswered) =>
    `${isAnswered ? `${network} has not confirmed the post.` : 'It is not certain whether the post went out.'} Before anything is sent again, Galley looks for it on the account`,
  retry: (network, isAnswered) =>
    isAnswered
      ? `${network} did not take the post. Galley tries again`
      : 'Galley was delayed and tries again',
  processing: network => `${network} is still processing the photos or videos. Galley checks again`,
  duplicate: () => 'An identical post is being published on this account first. Galley tries again',
}

/** Steps are seconds to minutes apart: one that is due, or nearly, has no time of day. */
function NextTryTime({ at }: { at: string }) {
  const timezone = useTimezone()
  if (Date.parse(at) - Date.now() < 60_000) return 'within a minute.'
  return (
    <>
      at <ZonedTime instant={at} timezone={timezone} format="time" zone="hint" />.
    </>
  )
}
