import { IconLink } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { SocialNetwork } from '#domain/networks/model.ts'
import classes from './link-card.module.css'
import type { ShownCard } from './preview-content.ts'

type Props = { readonly network: SocialNetwork; readonly card: ShownCard }

/** A link as the network's feed shows it. Image and texts come from the page if nobody has set any. */
export function LinkCard({ network, card }: Props) {
  const { name, description, picture } = card
  return (
    <CardLink link={card.link} className={classes.card ?? ''} network={network}>
      <div className={classes.picture}>
        {picture === null ? <NoPicture /> : <img src={picture} alt="" draggable={false} />}
      </div>
      <div className={classes.words}>
        <span className={classes.host}>{hostOf(card.link)}</span>
        <span className={classes.name}>{name || addressOf(card.link)}</span>
        {description !== '' && <span className={classes.description}>{description}</span>}
      </div>
    </CardLink>
  )
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

export function NoPicture() {
  return (
    <span className={classes.none}>
      <IconLink size={28} aria-hidden />
      Picture of the page
    </span>
  )
}

/** The site of an address as networks show it. */
export const hostOf = (link: string): string =>
  URL.canParse(link) ? new URL(link).hostname.replace(/^www\./, '') : 'No link yet'

const addressOf = (link: string): string =>
  link.replace(/^https?:\/\/(www\.)?/i, '').replace(/\/$/, '') || 'No link yet'
