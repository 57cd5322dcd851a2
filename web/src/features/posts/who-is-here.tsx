import { VisuallyHidden } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import type { SocialNetwork } from '#domain/networks/model.ts'
import type { WritingField } from '#domain/posts/writing-fields.ts'
import { useGetProject } from '#web/features/projects/api.ts'
import { useProjectId } from '#web/platform/shown-project.ts'
import { PersonAvatar } from '#web/ui/badge/person-avatar.tsx'
import { usePresence, useViewers } from './use-presence.ts'
import classes from './who-is-here.module.css'
import { nameOf, seenOf, textOf } from './writers.ts'

type Props = {
  readonly postId: number
  /** The version that is shown. */
  readonly network: SocialNetwork
}

/** More are counted: the header has other things to show. */
const PICTURES_MAX = 3

/** Who else has the post open, and what they are writing, for a page's header (docs/product/live-updates.md "Who else is here"). */
export function WhoIsHere({ postId, network }: Props) {
  const projectId = useProjectId()
  usePresence(projectId, postId, network)
  const { data: project } = useGetProject(projectId)
  const seen = seenOf(useViewers(), project?.projectUsers)
  const texts = seen.map(textOf)
  const news = useFirstTime(texts)
  const more = seen.length - PICTURES_MAX
  return (
    <>
      {/* Beside the list, which changes with every pause: each thing is announced once. */}
      <VisuallyHidden role="status">{news}</VisuallyHidden>
      {seen.length > 0 && (
        <section className={classes.line} aria-label="Who else is here" title={texts.join('\n')}>
          <span className={classes.people}>
            {seen.slice(0, PICTURES_MAX).map(one => (
              <span
                key={one.user.id}
                className={classes.person}
                data-writes={one.writing !== null || undefined}
              >
                <PersonAvatar name={nameOf(one)} image={one.user.avatar_image_link} size={28} decorative />
              </span>
            ))}
            {more > 0 && (
              <span className={classes.more} aria-hidden>
                +{more}
              </span>
            )}
          </span>
          <span className={classes.texts}>{texts.join(' · ')}</span>
        </section>
      )}
    </>
  )
}

/** Those of the texts that have not been there before. */
const useFirstTime = (texts: readonly string[]): string => {
  const known = useRef(new Set<string>())
  const [news, setNews] = useState('')
  const joined = texts.join('\n')
  useEffect(() => {
    const fresh = joined.split('\n').filter(text => text !== '' && !known.current.has(text))
    for (const text of fresh) known.current.add(text)
    if (fresh.length > 0) setNews(fresh.join(', '))
  }, [joined])
  return news
}

type WritingHereProps = {
  readonly field: WritingField
  /** Any version's, if it is left out. */
  readonly networks?: readonly SocialNetwork[]
}

const list = new Intl.ListFormat('en-GB')

/** Says beside a field who else is writing in it (docs/product/live-updates.md "Who else is here"). */
export function WritingHere({ field, networks }: WritingHereProps) {
  const projectId = useProjectId()
  const { data: project } = useGetProject(projectId)
  const names = seenOf(useViewers(), project?.projectUsers)
    .filter(({ writing }) => writing?.field === field)
    .filter(({ writing }) => !networks || (writing && networks.includes(writing.social_network)))
    .map(nameOf)
  if (names.length === 0) return null
  return (
    // The header announces it.
    <span className={classes.here} data-writing-here={field}>
      {list.format(names)} {names.length === 1 ? 'is' : 'are'} writing here
    </span>
  )
}
