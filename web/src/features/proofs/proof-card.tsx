import { SegmentedControl, Text } from '@mantine/core'
import { useState } from 'react'
import { instantIn } from '#domain/kernel/languages/dates.ts'
import type { ClientLanguage } from '#domain/kernel/languages/languages.ts'
import { networkNames } from '#domain/networks/names.ts'
import { publicTexts } from '#domain/networks/public-text.ts'
import { linkOfCard } from '#domain/posts/link-cards.ts'
import type { ProofPost, ProofVersion, SharedProof } from '#domain/proofs/model.ts'
import { standingWords } from '#domain/proofs/standing.ts'
import { accountOf } from '#domain/social-accounts/shown-account.ts'
import { PostPreview } from '#web/features/posts/previews/post-preview.tsx'
import { type PreviewContent, previewDate, shownParts } from '#web/features/posts/previews/preview-content.ts'
import { say } from '#web/platform/words.ts'
import { NetworkBadge } from '#web/ui/badge/network-badge.tsx'
import classes from './proof.module.css'

type Props = {
  readonly proof: SharedProof
  readonly post: ProofPost
  readonly language: ClientLanguage
}

/** Where a post is on the page. */
export const anchorOf = (postId: number): string => `post-${postId}`

const previewOf = (version: ProofVersion): PreviewContent => {
  const {
    social_network: network,
    type,
    message,
    first_comment,
    mentions,
    attachments,
    linked_page,
  } = version
  const attached = attachments.map(
    ({ id, object_data, thumbnail_object_data, description, extra_fields }) => ({
      key: String(id),
      data: object_data && { ...object_data, original_name: '' },
      thumbnail: thumbnail_object_data && { ...thumbnail_object_data, original_name: '' },
      description,
      fields: extra_fields,
    }),
  )
  const own = attachments.find(({ description }) => description === 'link')?.extra_fields.link
  const link = linkOfCard(type, own, message)
  return {
    network,
    type,
    ...publicTexts(network, { message, firstComment: first_comment, mentions, link }),
    ...shownParts(network, type, message, attached, linked_page),
  }
}

/** A post as its public sees it on each of its networks, with its time and how far it is. */
export function ProofCard({ proof, post, language }: Props) {
  const [at, setAt] = useState(0)
  const version = post.versions[at] ?? post.versions[0]
  if (!version) return null
  const { timezone, accounts } = proof
  const names = post.versions.map(({ social_network }) => networkNames[social_network]).join(', ')
  return (
    <article
      className={classes.card}
      id={anchorOf(post.id)}
      aria-label={say('Post of {networks}', { networks: names })}
    >
      <div className={classes.facts}>
        <Text size="sm" fw={600}>
          {post.scheduled_at === null
            ? say('Not scheduled yet')
            : instantIn(language, new Date(post.scheduled_at), timezone, 'weekdayTime')}
        </Text>
        <span className={classes.standing} data-standing={version.standing}>
          {say(standingWords[version.standing])}
        </span>
      </div>
      {post.versions.length === 1 ? (
        <NetworkBadge network={version.social_network} withName />
      ) : (
        <SegmentedControl
          aria-label={say('Network')}
          fullWidth
          value={String(at)}
          onChange={next => setAt(Number(next))}
          data={post.versions.map(({ social_network }, index) => ({
            value: String(index),
            label: (
              <span className={classes.network}>
                <NetworkBadge network={social_network} size={22} />
              </span>
            ),
          }))}
        />
      )}
      <div data-preview>
        <PostPreview
          content={previewOf(version)}
          account={accountOf(accounts, version.social_network)}
          date={previewDate(
            { latest_schedule: post.scheduled_at === null ? null : { datetime: post.scheduled_at } },
            version,
            timezone,
            new Date(),
          )}
          view="desktop"
        />
      </div>
      {version.permalink !== null && version.standing === 'published' && (
        <a className={classes.permalink} href={version.permalink} rel="noreferrer noopener" target="_blank">
          {say('See it on {network}', { network: networkNames[version.social_network] })}
        </a>
      )}
      {version.comments.length > 0 && <Comments proof={proof} version={version} language={language} />}
    </article>
  )
}

type CommentsProps = Pick<Props, 'proof' | 'language'> & { readonly version: ProofVersion }

function Comments({ proof, version, language }: CommentsProps) {
  return (
    <section className={classes.comments} aria-label={say('Comments')}>
      <Text size="sm" fw={600}>
        {say('Comments')}
      </Text>
      <ul>
        {version.comments.map(({ at, by, message }) => (
          <li key={`${at} ${message}`}>
            <Text size="xs" c="dimmed">
              <bdi>{by ?? proof.agency_name}</bdi> ·{' '}
              {instantIn(language, new Date(at), proof.timezone, 'dayTime')}
            </Text>
            <Text size="sm" className={classes.words}>
              {message}
            </Text>
          </li>
        ))}
      </ul>
    </section>
  )
}
