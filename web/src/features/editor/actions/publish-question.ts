import type { Post } from '#domain/posts/model.ts'
import { goingOut } from '#domain/posts/publish-results.ts'
import { networkNames } from '#web/ui/network-badge.tsx'

const list = new Intl.ListFormat('en-GB')

/** The question before a post is published: where to, and that it cannot be undone. */
export const publishQuestion = ({ post_socials: socials }: Post, asAdmin: boolean) => {
  const going = goingOut(socials, asAdmin ? 'publishing_started_by_admin' : 'publishing_started')
  const isRetry = going.some(({ status }) => status === 'publishing_failed')
  const names = list.format(going.map(({ social_network: network }) => networkNames[network]))
  const verb = isRetry ? 'Publish again' : 'Publish now'
  const where =
    going.length < socials.length ? `Only ${names} ${going.length === 1 ? 'goes' : 'go'}` : 'It goes'
  const out = `${where} out at once`
  return {
    title: `${verb}?`,
    text:
      asAdmin && !isRetry
        ? `Not everything is approved. ${out} on your own responsibility, and cannot be taken back from here.`
        : `${out}, and cannot be taken back from here.`,
    confirmLabel: verb,
  }
}
