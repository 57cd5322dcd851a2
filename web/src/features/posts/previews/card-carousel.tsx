import { useRef, useState } from 'react'
import { StepButton } from '#web/ui/step-button.tsx'
import classes from './card-carousel.module.css'
import { CardLink, hostOf, NoPicture } from './link-card.tsx'
import type { ShownCard } from './preview-content.ts'

/** Link cards side by side, each 65 percent of the post's width (docs/product/previews.md "Link carousel"). */
export function CardCarousel({ cards }: { cards: readonly ShownCard[] }) {
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
        {cards.map(({ key, link, name, description, picture }) => (
          <li key={key} className={classes.card}>
            <CardLink link={link} className={classes.link ?? ''}>
              <div className={classes.picture}>
                {picture === null ? <NoPicture /> : <img src={picture} alt="" draggable={false} />}
              </div>
              <div className={classes.words}>
                <span className={classes.name}>{name || hostOf(link)}</span>
                <span className={classes.description}>{description || hostOf(link)}</span>
              </div>
            </CardLink>
          </li>
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
