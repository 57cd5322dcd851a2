import { UnstyledButton } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import type { ConversationPicture } from '#domain/media/model.ts'
import { say } from '#web/platform/words.ts'
import classes from './conversation-pictures.module.css'

const Lightbox = lazy(() => import('./lightbox.tsx').then(module => ({ default: module.Lightbox })))

/** The pictures of a note or a revision, small; a click shows them large. */
export function ConversationPictures({ pictures }: { readonly pictures: readonly ConversationPicture[] }) {
  const [open, setOpen] = useState<number | null>(null)
  return (
    <>
      <div className={classes.pictures}>
        {pictures.map((picture, index) => (
          <UnstyledButton
            key={picture.id}
            className={classes.picture}
            aria-label={say('Show picture {place} of {count}', { place: index + 1, count: pictures.length })}
            onClick={() => setOpen(index)}
          >
            <img src={picture.previews.small} alt="" loading="lazy" />
          </UnstyledButton>
        ))}
      </div>
      <Suspense fallback={null}>
        {open !== null && (
          <Lightbox
            images={pictures.map(({ original_name: name, previews }, index) => ({
              src: previews.original,
              alt: say('Picture {place} of {count}', { place: index + 1, count: pictures.length }),
              name,
            }))}
            start={open}
            onClose={() => setOpen(null)}
          />
        )}
      </Suspense>
    </>
  )
}
