import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { cardsOf, emptyCard, withCards } from '#web/features/editor/draft/draft-cards.ts'
import { buildPostSocial } from '../../../../testing/build-post.ts'
import { renderAs } from '../../../../testing/render-in-project.tsx'
import { draftOf } from '../draft/draft.ts'
import { CardEditor } from './card-editor.tsx'

const carousel = (links: readonly string[]) =>
  withCards(
    draftOf(buildPostSocial({ type: 'link_carousel' })),
    links.map((link, index) => emptyCard(`card ${link}`, index === 0 ? 'link' : 'child-link', { link })),
  )

let current = carousel([])
function Editor({ links }: { links: readonly string[] }) {
  const [draft, setDraft] = useState(() => carousel(links))
  current = draft
  return (
    <CardEditor
      id="cards"
      network="facebook"
      draft={draft}
      uploads={[]}
      onChange={change => setDraft(change)}
      onPicture={vi.fn()}
      onDismiss={vi.fn()}
    />
  )
}
const show = (links: readonly string[] = []) => {
  renderAs('content-creator', <Editor links={links} />)
  return userEvent.setup()
}
const linksOf = () => cardsOf(current).map(({ extraFields }) => extraFields.link)
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
const addresses = ['https://a.example', 'https://b.example', 'https://c.example']

describe('the cards of a link carousel', () => {
  it('are as many as the network requires, one of them the main link card', () => {
    show()
    expect(screen.getAllByRole('listitem')).toHaveLength(3)
    expect(screen.getByText('Main link card')).toBeTruthy()
    expect(button('Remove Card 3').disabled).toBe(true)
  })

  it('are filled in from the first one on', async () => {
    const user = show()
    const [main] = screen.getAllByRole('listitem')
    if (!main) throw new Error('no card')
    await user.type(within(main).getByLabelText(/Link/), 'https://a.example')
    await user.tab()
    expect(linksOf()).toEqual(['https://a.example', undefined, undefined])
  })

  it('can be added up to five, and removed down to three', async () => {
    const user = show(addresses)
    await user.click(button('Add link'))
    await user.click(button('Add link'))
    expect(button('Add link').disabled).toBe(true)
    expect(button('Add link').title).toBe('A carousel has at most 5 cards')
    await user.click(button('Remove Card 2'))
    expect(linksOf()).toEqual(['https://a.example', 'https://c.example', undefined, undefined])
  })

  it('move with the arrows; the first one is the main link card', async () => {
    const user = show(addresses)
    await user.click(button('Move Card 2 up'))
    expect(linksOf()).toEqual(['https://b.example', 'https://a.example', 'https://c.example'])
    expect(cardsOf(current)[0]?.description).toBe('link')
  })

  it('refuse a card without a link in first place', () => {
    show(['https://a.example', '', 'https://c.example'])
    expect(button('Move Card 2 up').disabled).toBe(true)
    expect(button('Move Main link card down').disabled).toBe(true)
    expect(button('Move Card 3 up').disabled).toBe(false)
  })
})
