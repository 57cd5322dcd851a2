import { useRef, useState } from 'react'
import type { SocialNetwork } from '#domain/networks/model.ts'
import { useProjectId } from '#web/platform/shown-project.ts'
import { StepButton } from '#web/ui/step-button.tsx'
import classes from './card-carousel.module.css'
import { CardLink, CardPicture, hostOf, useNetworkCard } from './link-card.tsx'
import type { ShownCard } from './preview-content.ts'

type Shared = { readonly network: SocialNetwork }
type Props = Shared & { readonly cards: readonly ShownCard[] }

/** Link cards side by side, each 65 percent of the post's width (docs/product/previews.md "Link carousel"). */
export function CardCarousel({ network, cards }: Props) {
  const track = useRef<HTMLUListElement>(null)
  const [end, setEnd] = useState<'start' | 'end' | null>('start')
  const onScroll = () => {
    const element = track.current
    if (!element) return
    const left = element.scrollWidth - element.clientWidth - element.scrollLeft
    const reached = element.scrollLeft < 2 ? 'start' : left < 2 ? 'end' : null
    // A button that disappears passes the focus on.
    if (reached && reached !== end && element.parentElement?.contains(document.activeElement)) element.focus()
    setEnd(reached)
  }
  const go = (step: number) => {
    const element = track.current
    element?.scrollBy({ left: step * element.clientWidth * 0.65, behavior: 'smooth' })
  }
  return (
    <section className={classes.carousel} aria-label="Cards in the feed">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled with the keyboard too */}
      <ul ref={track} className={classes.track} tabIndex={0} onScroll={onScroll}>
        {cards.map(card => (
          <CarouselCard key={card.key} network={network} card={card} />
        ))}
      </ul>
      {end !== 'start' && (
        <StepButton label="Previous card" to="previous" className={classes.previous} onClick={() => go(-1)} />
      )}
      {end !== 'end' && (
        <StepButton label="Next card" to="next" className={classes.next} onClick={() => go(1)} />
      )}
    </section>
  )
}

function CarouselCard({ network, card }: Shared & { readonly card: ShownCard }) {
  const projectId = useProjectId()
  const shown = useNetworkCard(projectId, network, 'link_carousel', card)
  return (
    <li className={classes.card}>
      <CardLink link={card.link} className={classes.link ?? ''}>
        <div className={classes.picture}>
          <CardPicture picture={shown?.picture ?? null} />
        </div>
        <div className={classes.words}>
          <span className={classes.name}>{shown?.name || hostOf(card.link)}</span>
          <span className={classes.description}>{shown?.description || hostOf(card.link)}</span>
        </div>
      </CardLink>
    </li>
  )
}
