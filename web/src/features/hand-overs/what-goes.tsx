import { Text } from '@mantine/core'
import type { HandedOver } from '#domain/agencies/hand-over-contract.ts'
import { countText } from '#domain/kernel/count-text.ts'
import { networks } from '#domain/networks/network.ts'

type Props = {
  readonly goes: HandedOver
  /** Whether the reader gives the client away, or gets it. */
  readonly side: 'giving' | 'getting'
}

/** What goes with a client to another agency, and what does not: the same facts on both sides (docs/product/hand-over.md "What goes"). */
export function WhatGoes({ goes, side }: Props) {
  const { posts, scheduled_posts, files, clients, accounts } = goes
  const names = accounts.map(({ social_network, name }) => `${name} (${networks[social_network].label})`)
  const isGiving = side === 'giving'
  return (
    <Text component="ul" size="sm" m={0} pl="md">
      <li>
        {isGiving ? 'It goes with ' : 'It comes with '}
        {countText(posts, 'post', 'posts')}, {countText(files, 'file', 'files')}, labels, campaigns, hashtags,
        settings, figures, and the history of what clients decided.
      </li>
      <li>
        {clients === 0
          ? 'No client has access to it.'
          : `${countText(clients, 'client stays', 'clients stay')} in it, with the right to approve.`}
      </li>
      <li>
        {isGiving
          ? 'You, and everybody else of your agency, lose access at once, unless they work for the other agency as well.'
          : 'The people of the agency before lose access, unless they work for yours as well.'}
      </li>
      <li>
        Internal notes, what was said in internal approvals, unsent reports, exports and imported tables are
        deleted:{' '}
        {isGiving ? 'the other agency never reads them.' : 'they were internal to the agency before.'}
      </li>
      <li>
        Publishing is paused{isGiving ? ' there' : ''} until{' '}
        {isGiving ? 'the other agency resumes' : 'you resume'}
        {scheduled_posts > 0 && `: ${countText(scheduled_posts, 'post is', 'posts are')} planned`}.
      </li>
      {accounts.length > 0 && (
        <li>
          Disconnected: <bdi>{names.join(', ')}</bdi>. {isGiving ? 'The other agency connects' : 'Connect'}{' '}
          the accounts again; what was approved for the same account stays approved.
        </li>
      )}
    </Text>
  )
}
