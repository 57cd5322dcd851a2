import { Button } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'
import type { countApprovalLists } from '#domain/approvals/contract.ts'
import type { Output } from '#domain/kernel/endpoint.ts'
import { type SocialNetwork, socialNetworks } from '#domain/networks/model.ts'
import { networkNames } from '#domain/networks/names.ts'
import { type ApprovalType, approvalTypes } from '#domain/posts/status.ts'
import { NetworkBadge } from '#web/ui/badge/network-badge.tsx'
import classes from './approval-list.module.css'
import { type ListFilter, networksIn } from './list-filter.ts'

const roundNames: Readonly<Record<ApprovalType, string>> = { internal: 'Internal', external: 'Client' }

type ListFacts = Output<typeof countApprovalLists>['pending']

/** How long typing rests before the list is searched, in ms. */
const searchPause = 250

type Props = {
  /** What there is to filter by. */
  readonly facts: Omit<ListFacts, 'total' | 'waiting'>
  readonly filter: ListFilter
  /** Posts that wait have deadlines to be ordered by. */
  readonly hasDeadlines: boolean
  readonly onChange: (filter: ListFilter) => void
}

/** The search, the networks and, for those who decide both, the round; what has no choice is left out. */
export function ListFilters({ facts, filter, hasDeadlines, onChange }: Props) {
  // The address follows a moment later, and would move the cursor.
  const [text, setText] = useState(filter.q ?? '')
  const chosen = networksIn(filter)
  const networks = socialNetworks.filter(
    name => facts.social_networks.includes(name) || chosen.includes(name),
  )
  const { rounds } = facts
  const search = useDebouncedCallback(
    (value: string) => onChange({ ...filter, q: value.trim() || undefined }),
    { delay: searchPause, flushOnUnmount: false },
  )
  const toggle = (network: SocialNetwork) => {
    const next = chosen.includes(network) ? chosen.filter(name => name !== network) : [...chosen, network]
    onChange({ ...filter, social_network: next.join(',') || undefined })
  }
  return (
    <search className={classes.filters} aria-label="Filter the posts">
      {/* The browser's own field: the list is read on phones, and the library's weighs more than all else here. */}
      <input
        type="search"
        aria-label="Search posts"
        placeholder="Search posts"
        className={classes.search}
        value={text}
        onChange={({ currentTarget: { value } }) => {
          setText(value)
          search(value)
        }}
      />
      {networks.length > 1 && (
        <fieldset className={classes.toggles} aria-label="Networks">
          {networks.map(network => (
            <Button
              key={network}
              variant={chosen.includes(network) ? 'light' : 'default'}
              className={classes.toggle}
              aria-pressed={chosen.includes(network)}
              aria-label={networkNames[network]}
              onClick={() => toggle(network)}
            >
              <NetworkBadge network={network} size={20} />
            </Button>
          ))}
        </fieldset>
      )}
      {(rounds.length > 1 || filter.round) && (
        <fieldset className={classes.toggles} aria-label="Round">
          {approvalTypes.map(round => (
            <Button
              key={round}
              variant={filter.round === round ? 'light' : 'default'}
              className={classes.toggle}
              aria-pressed={filter.round === round}
              onClick={() => onChange({ ...filter, round: filter.round === round ? undefined : round })}
            >
              {roundNames[round]}
            </Button>
          ))}
        </fieldset>
      )}
      {(facts.late > 0 || filter.late) && (
        <Button
          variant={filter.late ? 'light' : 'default'}
          className={classes.toggle}
          aria-pressed={filter.late === 'true'}
          onClick={() => onChange({ ...filter, late: filter.late ? undefined : 'true' })}
        >
          Late {facts.late}
        </Button>
      )}
      {(facts.waiting_for.length > 1 || filter.waiting_for) && (
        // The browser's own, for the same reason as the search.
        <select
          aria-label="Waiting for"
          className={classes.order}
          value={filter.waiting_for ?? ''}
          onChange={({ currentTarget: { value } }) =>
            onChange({ ...filter, waiting_for: value === '' ? undefined : Number(value) })
          }
        >
          <option value="">Waiting for anyone</option>
          {facts.waiting_for.map(({ id, name }) => (
            <option key={id} value={id}>
              Waiting for {name}
            </option>
          ))}
        </select>
      )}
      {(facts.campaigns.length > 0 || filter.campaign) && (
        <select
          aria-label="Campaign"
          className={classes.order}
          value={filter.campaign ?? ''}
          onChange={({ currentTarget: { value } }) => onChange({ ...filter, campaign: value || undefined })}
        >
          <option value="">All campaigns</option>
          {facts.campaigns.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      )}
      {hasDeadlines && (
        <select
          aria-label="Order"
          className={classes.order}
          value={filter.order ?? 'schedule'}
          onChange={({ currentTarget: { value } }) =>
            onChange({ ...filter, order: value === 'deadline' ? value : undefined })
          }
        >
          <option value="schedule">By publish time</option>
          <option value="deadline">By deadline</option>
        </select>
      )}
    </search>
  )
}
