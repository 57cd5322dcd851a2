import { networkNames } from '#domain/networks/names.ts'
import type { Post } from '#domain/posts/model.ts'
import { goingOut } from '#domain/posts/publish-results.ts'

const list = new Intl.ListFormat('en-GB')

/** The question before a post is published: where to, and that it cannot be undone. */
export const publishQuestion = ({ post_socials: socials }: Post, asAdmin: boolean) => {
  const going = goingOut(socials, asAdmin ? 'publishing_started_by_admin' : 'publishing_started')
  const isRetry = going.some(({ status }) => status === 'publishing_failed')
  const names = list.format(going.map(({ social_network: network }) => networkNames[network]))
  const verb = isRetry ? 'Publish again' : 'Publish now'
  const out =
    going.length < socials.length ? `It is published on ${names} only, at once` : 'It is published at once'
  return {
    title: `${verb}?`,
    text:
      asAdmin && !isRetry
        ? `Not everything is approved. ${out}, on your own responsibility, and cannot be undone from here.`
        : `${out} and cannot be undone from here.`,
    confirmLabel: verb,
  }
}
