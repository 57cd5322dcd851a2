import { expect, it } from 'vitest'
import type { PostSocialStatus } from '#domain/posts/status.ts'
import { feedEvent } from './events.ts'

const event = (message: string, ...statuses: PostSocialStatus[]) =>
  feedEvent({
    message,
    type: 'single_photo',
    post_socials: statuses.map((status, index) => ({
      id: index,
      type: 'single_photo',
      status,
      is_approved: false,
      social_network: index === 0 ? 'facebook' : 'linkedin',
    })),
  })

it('an event of a feed is named by the networks and the first line of the text', () => {
  expect(event(' One \nTwo', 'draft', 'draft').title).toBe('Facebook, LinkedIn: One')
})

it('an event of a post without a text is named by the type', () => {
  expect(event(' \n ', 'draft').title).toBe('Facebook: Single photo')
  expect(event('\u200b', 'draft').title).toBe('Facebook: Single photo')
})

it('an event is confirmed when no version is left to decide', () => {
  expect(event('x', 'scheduled', 'live')).toMatchObject({ isConfirmed: true })
  expect(event('x', 'scheduled', 'draft')).toMatchObject({ isConfirmed: false })
  expect(event('x', 'pending_external_approval')).toMatchObject({
    isConfirmed: false,
    status: 'Sent for Approval',
  })
})
