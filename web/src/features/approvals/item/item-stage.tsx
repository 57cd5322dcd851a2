import { Alert, SegmentedControl, Text } from '@mantine/core'
import { useElementSize, useMediaQuery } from '@mantine/hooks'
import {
  IconDeviceDesktop,
  IconDeviceMobile,
  IconInfoCircle,
  IconLayoutGrid,
  IconRefresh,
} from '@tabler/icons-react'
import { lazy, type RefObject, Suspense, useState } from 'react'
import type { SocialNetwork } from '#domain/networks/model.ts'
import { networkNames } from '#domain/networks/names.ts'
import type { Post, PostSocial } from '#domain/posts/model.ts'
import { accountOf } from '#domain/social-accounts/shown-account.ts'
import { mediaWords, placeOf } from '#web/features/media/shown-media.ts'
import { PostPreview } from '#web/features/posts/previews/post-preview.tsx'
import { previewDate, previewOf } from '#web/features/posts/previews/preview-content.ts'
import { type ItemView, networksWithGrid } from '#web/features/posts/previews/views.ts'
import { useGetProject } from '#web/features/projects/api.ts'
import { useProjectId, useTimezone } from '#web/platform/shown-project.ts'
import { usePreload } from '#web/ui/use-preload.ts'
import { ItemFacts } from './item-facts.tsx'
import classes from './item-stage.module.css'
import { NetworkSwitch } from './network-switch.tsx'
import { useSwipe } from './use-swipe.ts'

const InstagramGrid = lazy(async () => ({
  default: (await import('#web/features/posts/previews/instagram-grid.tsx')).InstagramGrid,
}))

const OtherAccounts = lazy(async () => ({
  default: (await import('../other-account.tsx')).OtherAccounts,
}))

const loadLightbox = () => import('#web/features/media/lightbox.tsx')
const Lightbox = lazy(() => loadLightbox().then(module => ({ default: module.Lightbox })))
const soon = [loadLightbox]

type Props = {
  readonly stage: RefObject<HTMLElement | null>
  readonly post: Post
  /** The version as it is shown frozen; only its status is the latest. */
  readonly social: PostSocial
  readonly personId: number
  readonly changes: readonly string[] | null
  /** The requested network, which has no version here; null: the shown one was requested. */
  readonly missing: SocialNetwork | null
  readonly onNetwork: (network: SocialNetwork) => void
  readonly onSwipe: (step: 1 | -1) => void
}

/** The post as its public will see it, large. */
export function ItemStage({ stage, post, social, personId, changes, missing, onNetwork, onSwipe }: Props) {
  usePreload(soon)
  const isPhone = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
  const [chosen, setView] = useState<ItemView | null>(null)
  const usual = isPhone ? 'mobile' : 'desktop'
  const hasGrid = networksWithGrid.includes(social.social_network)
  const view = chosen === 'grid' && !hasGrid ? usual : (chosen ?? usual)
  const swipe = useSwipe(onSwipe)
  const latest = post.post_socials.find(({ id }) => id === social.id)
  return (
    <section ref={stage} className={classes.stage} aria-label="Post" {...swipe}>
      <div className={classes.tools}>
        <NetworkSwitch post={post} current={social} onChange={onNetwork} />
        <SegmentedControl
          aria-label="Preview"
          withItemsBorders={false}
          className={classes.views}
          value={view}
          onChange={value => setView(value as ItemView)}
          data={hasGrid ? [...views, gridView] : views}
        />
      </div>
      <ItemFacts post={post} social={social} personId={personId} />
      {latest && (latest.approved_for ?? latest.account_before) !== undefined && (
        <div className={classes.changes}>
          <Suspense fallback={null}>
            <OtherAccounts socials={[latest]} />
          </Suspense>
        </div>
      )}
      {missing !== null && (
        <Alert
          p="xs"
          color="gray"
          icon={<IconInfoCircle size={18} aria-hidden />}
          className={classes.changes}
          role="status"
        >
          There is no {networkNames[missing]} version to show right now.
        </Alert>
      )}
      {changes !== null && (
        <Alert
          p="xs"
          color="gray"
          icon={<IconRefresh size={18} aria-hidden />}
          className={classes.changes}
          role="status"
        >
          This is the newer version. {changes.length > 0 && `Changed: ${changes.join(', ')}.`}
        </Alert>
      )}
      <StagedPreview post={post} social={social} view={view} isPhone={isPhone === true} />
    </section>
  )
}

const views = [
  { value: 'desktop', label: <IconDeviceDesktop size={20} role="img" aria-label="Desktop" /> },
  { value: 'mobile', label: <IconDeviceMobile size={20} role="img" aria-label="Mobile" /> },
]

const gridView = { value: 'grid', label: <IconLayoutGrid size={20} role="img" aria-label="Grid" /> }

/** The width that a desktop preview needs; a narrower stage scales it down. */
const desktopWidth = 552

type StagedProps = Pick<Props, 'post' | 'social'> & {
  readonly view: ItemView
  readonly isPhone: boolean
}

function StagedPreview({ post, social, view, isPhone }: StagedProps) {
  const projectId = useProjectId()
  const timezone = useTimezone()
  const [open, setOpen] = useState<number | null>(null)
  const { ref, width } = useElementSize()
  const content = previewOf(social)
  const account = accountOf(useGetProject(projectId).data?.socials, social.social_network)
  const images = content.media.filter(({ kind }) => kind !== 'video')
  const opening = images.length === content.media.length ? { onOpenMedia: setOpen } : {}
  if (view === 'grid')
    return (
      <div className={classes.preview}>
        <Suspense fallback={null}>
          <InstagramGrid currentPostId={post.id} />
        </Suspense>
      </div>
    )
  const isShrunk = view === 'desktop' && width > 0 && width < desktopWidth
  return (
    <div ref={ref} className={classes.preview}>
      <div style={isShrunk ? { zoom: width / desktopWidth } : undefined}>
        <PostPreview
          content={content}
          account={account}
          date={previewDate(post, social, timezone, new Date())}
          // No phone frame around the post on a phone.
          view={isPhone ? 'desktop' : view}
          {...opening}
        />
      </div>
      {open !== null && (
        <Suspense fallback={null}>
          <Lightbox
            images={images.map((image, index) => {
              const place = placeOf(index, images.length)
              const name = mediaWords({ ...image, alt: '' }, place)
              return { src: image.original, alt: mediaWords(image, place), name }
            })}
            start={open}
            onClose={() => setOpen(null)}
          >
            {index => images[index]?.alt && <Text mt="sm">Alternative text: {images[index].alt}</Text>}
          </Lightbox>
        </Suspense>
      )}
    </div>
  )
}
