import { narrowestShown } from '#domain/media/files.ts'
import { isStory, type SocialNetwork } from '#domain/networks/model.ts'
import { takesMessage } from '#domain/networks/network.ts'
import type { PreviewAccount } from '#domain/social-accounts/shown-account.ts'
import { MediaCarousel } from '#web/features/media/media-carousel.tsx'
import { MediaGrid } from '#web/features/media/media-grid.tsx'
import { CardCarousel } from './card-carousel.tsx'
import { LinkCard } from './link-card.tsx'
import { PostFrame, type PreviewView } from './post-frame.tsx'
import classes from './post-preview.module.css'
import type { PreviewContent } from './preview-content.ts'
import { PreviewText } from './preview-text.tsx'
import { ShownShapes } from './shown-shapes.tsx'
import { StoryFrame, StoryPicture } from './story-frame.tsx'

/** How each network treats what it gets. */
const networkStyles: Readonly<
  Record<SocialNetwork, { cutsText: boolean; swipes: boolean; showsTitle: boolean }>
> = {
  facebook: { cutsText: true, swipes: false, showsTitle: true },
  instagram: { cutsText: false, swipes: true, showsTitle: false },
  linkedin: { cutsText: true, swipes: false, showsTitle: true },
  twitter: { cutsText: false, swipes: false, showsTitle: false },
}

type Props = {
  readonly content: PreviewContent
  readonly account: PreviewAccount
  /** The date below the account's name; see `previewDate`. */
  readonly date: string
  readonly view: PreviewView
  readonly onOpenMedia?: (index: number) => void
}

/** A post social as its public will see it. Only its text, images and cards can be clicked. */
export function PostPreview({ content, account, date, view, onOpenMedia }: Props) {
  const { network, type, message, firstComment, names, media, cards } = content
  if (isStory(type))
    return (
      <>
        <StoryFrame network={network} account={account} view={view}>
          {media[0] && <StoryPicture media={media[0]} />}
        </StoryFrame>
        <ShownShapes network={network} type={type} media={media} />
      </>
    )
  const { cutsText } = networkStyles[network]
  const hasText = takesMessage(network, type)
  const hasParts = media.length > 0 || cards.length > 0
  return (
    <>
      <PostFrame
        network={network}
        account={account}
        date={date}
        view={view}
        message={
          hasText &&
          message !== '' && (
            <PreviewText
              key={message}
              network={network}
              text={message}
              names={names}
              isCollapsible={cutsText}
            />
          )
        }
        media={hasParts && <PreviewMedia content={content} onOpen={onOpenMedia} />}
        comment={
          hasText &&
          firstComment !== '' && (
            <PreviewText
              key={firstComment}
              network={network}
              text={firstComment}
              names={names}
              isCollapsible
            />
          )
        }
      />
      <ShownShapes network={network} type={type} media={media} />
    </>
  )
}

type MediaProps = {
  readonly content: Pick<PreviewContent, 'network' | 'type' | 'media' | 'cards'>
  readonly onOpen?: ((index: number) => void) | undefined
}

/** The cards or the images as the network lays them out. */
export function PreviewMedia({ content, onOpen }: MediaProps) {
  const { network, type, media, cards } = content
  const { swipes, showsTitle } = networkStyles[network]
  const opening = onOpen ? { onOpen } : {}
  const [first] = cards
  if (cards.length > 1) return <CardCarousel network={network} cards={cards} />
  if (first) return <LinkCard network={network} type={type} card={first} />
  const shown = swipes ? (
    <MediaCarousel media={media} {...opening} />
  ) : (
    <MediaGrid media={media} minRatio={narrowestShown[network]} {...opening} />
  )
  const [only, ...others] = media
  if (!showsTitle || !only?.title || others.length > 0) return shown
  return (
    <>
      {shown}
      <p className={classes.videoTitle}>{only.title}</p>
    </>
  )
}
