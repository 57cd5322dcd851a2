import { Link } from '@tanstack/react-router'
import { readInstant } from '#domain/kernel/time.ts'
import { networkNames } from '#domain/networks/names.ts'
import type { PostWarning } from '#domain/posts/warnings-contract.ts'
import { gapText } from '#domain/projects/post-gap.ts'
import { useProjectId, useTimezone } from '#web/platform/shown-project.ts'
import { ZonedTime } from '#web/ui/time/zoned-time.tsx'

const goesOut = (at: string): string => (readInstant(at) > new Date() ? 'goes out' : 'went out')

/** A warning in words. */
export function WarningText({ warning }: { readonly warning: PostWarning }) {
  const network = networkNames[warning.social_network]
  switch (warning.kind) {
    case 'other_client':
      return (
        <>
          {network}: <bdi>“{warning.found}”</bdi> names another client, <bdi>{warning.client}</bdi>.
        </>
      )
    case 'file_of_other_client':
      return (
        <>
          {network}: <bdi>{warning.file}</bdi> is also in the project of <bdi>{warning.client}</bdi>.
        </>
      )
    case 'planned_twice':
      return (
        <>
          {network}: the same text {goesOut(warning.at)} on <OtherPost {...warning} />, within a week.
        </>
      )
    case 'too_close':
      return (
        <>
          {network}: another post {goesOut(warning.at)} on <OtherPost {...warning} />, less than{' '}
          {warning.gap_minutes === 60 ? 'an hour' : gapText(warning.gap_minutes)} apart.
        </>
      )
  }
}

type OtherProps = Extract<PostWarning, { readonly post_id: number }>

/** The time of the other post, which opens it. */
function OtherPost({ post_id, social_network, at }: OtherProps) {
  const projectId = useProjectId()
  const timezone = useTimezone()
  return (
    <Link
      to="/$projectId/manage-post/$social"
      params={{ projectId, social: social_network }}
      search={{ postId: post_id }}
    >
      <ZonedTime instant={at} timezone={timezone} zone="hint" />
    </Link>
  )
}
