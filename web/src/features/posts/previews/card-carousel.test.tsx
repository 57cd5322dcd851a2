import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { serve } from '../../../../testing/fake-server.ts'
import { renderAs } from '../../../../testing/render-in-project.tsx'
import { CardCarousel } from './card-carousel.tsx'

const cards = ['One', 'Two', 'Three'].map(name => ({
  key: name,
  link: 'https://harbor.example/',
  name,
  description: '',
  picture: null,
  page: undefined,
}))

const scrollTo = (left: number) => {
  const track = screen.getByRole('list')
  Object.defineProperties(track, {
    scrollWidth: { value: 900, configurable: true },
    clientWidth: { value: 400, configurable: true },
    scrollLeft: { value: left, configurable: true },
  })
  fireEvent.scroll(track)
}

const buttons = () => screen.getAllByRole('button').map(button => button.getAttribute('aria-label'))

beforeEach(() => {
  // No linked page can be read.
  serve({})
  renderAs('content-creator', <CardCarousel network="facebook" cards={cards} />)
})

test('the first card has no button to go back', () => {
  expect(buttons()).toEqual(['Next card'])
})

test('cards between the ends have both buttons, the last one only back', () => {
  scrollTo(260)
  expect(buttons()).toEqual(['Previous card', 'Next card'])
  scrollTo(500)
  expect(buttons()).toEqual(['Previous card'])
  scrollTo(0)
  expect(buttons()).toEqual(['Next card'])
})
