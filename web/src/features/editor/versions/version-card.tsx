import { Text } from '@mantine/core'
import { MediaPicture } from '#web/features/media/media-picture.tsx'
import { toShownMedia } from '#web/features/media/shown-media.ts'
import type { Draft } from '../draft/draft.ts'
import classes from './version-card.module.css'

/** One version of a post social, to be compared with another. */
export function VersionCard({ title, hint, draft }: { title: string; hint: string; draft: Draft }) {
  return (
    <section className={classes.card} aria-label={title}>
      <div>
        <Text fw={600} size="sm">
          {title}
        </Text>
        <Text size="xs" c="dimmed">
          {hint}
        </Text>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long text is scrolled with the keyboard too */}
      <div className={classes.message} tabIndex={0}>
        {/* Fixed wording (docs/product/posts.md "Texts"). */}
        {draft.message || 'Empty message'}
      </div>
      {draft.firstComment !== '' && (
        <Text size="xs">
          <strong>First comment</strong> {draft.firstComment}
        </Text>
      )}
      <div className={classes.media}>
        {draft.media.map(({ key, data, thumbnail, extraFields }) => {
          const shown =
            data && toShownMedia(key, data, { altText: extraFields.alt_text, thumbnail: thumbnail?.data })
          return shown && <MediaPicture key={key} media={shown} size="small" className={classes.picture} />
        })}
        {draft.media.map(
          ({ key, description, extraFields: { link } }) =>
            description !== 'media' &&
            link && (
              <Text key={key} size="xs" w="100%" style={{ overflowWrap: 'anywhere' }}>
                {link}
              </Text>
            ),
        )}
        {draft.media.length === 0 && (
          <Text size="xs" c="dimmed">
            No media
          </Text>
        )}
      </div>
    </section>
  )
}
