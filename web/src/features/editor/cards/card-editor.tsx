import { Button, Text } from '@mantine/core'
import { randomId } from '@mantine/hooks'
import { IconLinkPlus } from '@tabler/icons-react'
import { useState } from 'react'
import type { SocialNetwork } from '#domain/networks/model.ts'
import { networks } from '#domain/networks/network.ts'
import { cardsOf, emptyCard, withCards } from '#web/features/editor/draft/draft-cards.ts'
import type { Upload } from '#web/features/media/use-uploads.ts'
import type { Draft, DraftParts } from '../draft/draft.ts'
import type { DraftMedia } from '../draft/draft-media.ts'
import { moved } from '../media/use-media-editing.ts'
import { CardForm } from './card-form.tsx'
import classes from './link-editor.module.css'

type Props = {
  readonly id: string
  readonly network: SocialNetwork
  readonly draft: DraftParts
  readonly uploads: readonly Upload[]
  readonly onChange: (change: (draft: Draft) => Draft) => void
  readonly onPicture: (key: string, file: File) => void
  readonly onDismiss: (id: string) => void
}

/** The cards of a link carousel: the main link card first, then the others; at least as many as the network requires. */
export function CardEditor({ id, network, draft, uploads, onChange, onPicture, onDismiss }: Props) {
  const { min, max } = networks[network].types.link_carousel?.cards ?? { min: 1, max: 1 }
  const { cards, newKey } = useMinimumCards(cardsOf(draft), min)
  const [open, setOpen] = useState(cards[0]?.key)
  const [dragged, setDragged] = useState<number | null>(null)
  const place = (next: readonly DraftMedia[]) => onChange(before => withCards(before, next))
  const change = (index: number, card: DraftMedia) =>
    place(cards.map((other, at) => (at === index ? card : other)))
  const move = (from: number, to: number) => {
    if (canMove(cards, from, to)) place(moved(cards, from, to))
  }
  return (
    <section className={classes.editor} id={id} tabIndex={-1} aria-label="Link cards">
      <h2 className={classes.title}>
        <IconLinkPlus size={16} aria-hidden /> Link cards
        <Text span size="xs" c="dimmed" fw={400}>
          {cards.filter(({ extraFields }) => extraFields.link).length} of {max} filled in, at least {min}
        </Text>
      </h2>
      <ol className={classes.cards}>
        {cards.map((card, index) => (
          <CardForm
            key={card.key}
            card={card}
            index={index}
            isOpen={open === card.key}
            isDragged={dragged === index}
            upload={uploads.find(({ slot }) => slot.place === 'thumbnail' && slot.key === card.key) ?? null}
            canMove={step => canMove(cards, index, index + step)}
            canRemove={cards.length > min}
            onToggle={() => setOpen(open === card.key ? undefined : card.key)}
            onChange={changed => change(index, changed)}
            onMove={step => move(index, index + step)}
            onRemove={() => place(cards.filter(other => other !== card))}
            onPicture={file => {
              // The card has to be in the draft before its image can be attached to it.
              place(cards)
              onPicture(card.key, file)
            }}
            onDismiss={onDismiss}
            onDrag={isBegun => setDragged(isBegun ? index : null)}
            onDropHere={dragged === null ? undefined : () => move(dragged, index)}
          />
        ))}
      </ol>
      <Button
        variant="default"
        style={{ alignSelf: 'flex-start' }}
        leftSection={<IconLinkPlus size={18} aria-hidden />}
        disabled={cards.length >= max}
        title={cards.length >= max ? `A carousel has at most ${max} cards` : undefined}
        onClick={() => {
          const key = newKey()
          place([...cards, emptyCard(key, 'child-link')])
          setOpen(key)
        }}
      >
        Add link
      </Button>
    </section>
  )
}

/** The first card is the main link card, which needs its link. */
const canMove = (cards: readonly DraftMedia[], from: number, to: number): boolean => {
  const [first] = moved(cards, from, to)
  return (
    to >= 0 && to < cards.length && from !== to && (first === cards[0] || Boolean(first?.extraFields.link))
  )
}

/** The cards of the draft, and empty ones up to the minimum (docs/product/posts.md "Link cards"). */
const useMinimumCards = (own: readonly DraftMedia[], min: number) => {
  const [spare] = useState(() => Array.from({ length: 8 }, () => randomId('card-')))
  const hasMain = own[0]?.description === 'link'
  const cards = hasMain ? [...own] : [emptyCard('main-card', 'link'), ...own]
  for (const key of spare) {
    if (cards.length >= min) break
    if (cards.every(card => card.key !== key)) cards.push(emptyCard(key, 'child-link'))
  }
  const newKey = () => spare.find(key => cards.every(card => card.key !== key)) ?? randomId('card-')
  return { cards: cards as readonly DraftMedia[], newKey }
}
