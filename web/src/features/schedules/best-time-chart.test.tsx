import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import type { SocialNetwork } from '#domain/networks/model.ts'
import { renderAs } from '../../../testing/render-in-project.tsx'
import { BestTimeChart } from './best-time-chart.tsx'

const date = '2026-12-01'
const key = (network: string) => ['posts', 3, 'best-time', network, date]
const none = Array.from({ length: 24 }, () => 0)
const show = (first: SocialNetwork = 'instagram') =>
  renderAs(
    'content-creator',
    <BestTimeChart projectId={3} networks={['instagram', 'twitter']} first={first} date={date} />,
    [
      [
        key('instagram'),
        { values: none.map((_, hour) => hour * 10), source: 'followers_online', reason: null },
      ],
      [key('twitter'), { values: none, source: 'none', reason: 'There are no posts with figures yet.' }],
    ],
  )

describe('the best time chart', () => {
  it('has a bar for every odd hour of the day', () => {
    show()
    expect(screen.getAllByRole('listitem').map(bar => bar.getAttribute('aria-label'))).toEqual([
      ...['1 AM: 10', '3 AM: 30', '5 AM: 50', '7 AM: 70', '9 AM: 90', '11 AM: 110'],
      ...['1 PM: 130', '3 PM: 150', '5 PM: 170', '7 PM: 190', '9 PM: 210', '11 PM: 230'],
    ])
  })

  it('draws no empty bars', () => {
    const nothing = { values: none, source: 'own_posts', reason: null }
    const chart = <BestTimeChart projectId={3} networks={['facebook']} first="facebook" date={date} />
    renderAs('content-creator', chart, [[key('facebook'), nothing]])
    expect(screen.getByText(/Nobody has reacted/)).toBeTruthy()
    expect(screen.queryAllByRole('listitem')).toHaveLength(0)
  })

  it('opens on the version that is being edited', () => {
    show('twitter')
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Twitter' }).checked).toBe(true)
    expect(screen.getByText('There are no posts with figures yet.')).toBeTruthy()
  })

  it('says why there are no figures', async () => {
    show()
    await userEvent.click(screen.getByRole('radio', { name: 'Twitter' }))
    expect(screen.getByText('There are no posts with figures yet.')).toBeTruthy()
  })
})
