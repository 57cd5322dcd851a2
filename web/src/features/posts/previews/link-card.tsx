import { IconLink } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { PostType, SocialNetwork } from '#domain/networks/model.ts'
import { networkCard, siteOf } from '#domain/posts/link-cards.ts'
import { useProjectId } from '#web/platform/shown-project.ts'
import { useGetLinkPreview } from '../link-preview-api.ts'
import classes from './link-card.module.css'
import type { ShownCard } from './preview-content.ts'

type Props = {
  readonly network: SocialNetwork
  readonly type: PostType
  readonly card: ShownCard
}

/** A link as the network's feed shows it: nothing, where the network makes no card of the page. */
export function LinkCard({ network, type, card }: Props) {
  const projectId = useProjectId()
  const shown = useNetworkCard(projectId, network, type, card)
  if (!shown) return null
  return (
    <CardLink link={card.link} className={classes.card ?? ''} network={network}>
      {(shown.picture !== null || shown.isUnknown) && (
        <div className={classes.picture}>
          <CardPicture picture={shown.picture} />
        </div>
      )}
      <div className={classes.words}>
        <span className={classes.host}>{hostOf(card.link)}</span>
        <span className={classes.name}>{shown.name || hostOf(card.link)}</span>
        {shown.description !== '' && <span className={classes.description}>{shown.description}</span>}
      </div>
    </CardLink>
  )
}

/** What the network makes of the link. `isUnknown`: the page is still being read, or could not be. Null: no card. */
export const useNetworkCard = (
  projectId: number,
  network: SocialNetwork,
  type: PostType,
  card: ShownCard,
) => {
  const isFrozen = card.page !== undefined
  const { page: read } = useGetLinkPreview(projectId, isFrozen ? '' : card.link)
  // A page that was never read has no title.
  const present = read && read.problem !== null && read.title === '' ? null : read
  const page = isFrozen ? card.page : present
  const shown = networkCard(network, type, card, page)
  return shown && { ...shown, isUnknown: !page && !isFrozen }
}

type LinkProps = {
  readonly link: string
  readonly className: string
  readonly network?: SocialNetwork
  readonly children: ReactNode
}

/** A card opens its link, so that approvers can look at it; without a complete address it does not. */
export function CardLink({ link, className, network, children }: LinkProps) {
  if (!/^https?:\/\//i.test(link) || !URL.canParse(link))
    return (
      <div className={className} data-network={network}>
        {children}
      </div>
    )
  return (
    <a
      className={className}
      data-network={network}
      href={link}
      target="_blank"
      rel="noreferrer"
      draggable={false}
    >
      {children}
    </a>
  )
}

/** The card's picture, or the place of one that is not known. */
export function CardPicture({ picture }: { picture: string | null }) {
  if (picture !== null) return <img src={picture} alt="" draggable={false} />
  return (
    <span className={classes.none}>
      <IconLink size={28} aria-hidden />
      Picture of the page
    </span>
  )
}

/** The site of an address as networks show it. */
export const hostOf = (link: string): string => siteOf(link) || 'No link yet'
