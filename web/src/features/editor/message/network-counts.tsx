import { UnstyledButton } from '@mantine/core'
import type { SocialNetwork } from '#domain/networks/model.ts'
import { networkNames } from '#domain/networks/names.ts'
import { networks } from '#domain/networks/network.ts'
import { NetworkBadge } from '#web/ui/badge/network-badge.tsx'
import { useEntry } from '../draft/draft-context.tsx'
import type { ProblemsOf } from '../validation/entry-problems.ts'
import type { ContentValidator } from '../validation/use-content-validator.ts'
import classes from './network-counts.module.css'

type Shared = {
  readonly validator: ContentValidator | null
  readonly problemsOf: ProblemsOf
  readonly onSelect: (network: SocialNetwork) => void
}

type Props = Shared & {
  /** The versions that a key changes. */
  readonly ids: readonly number[]
}

/** How the shared text fits each of its networks: "Twitter 12 left", "Instagram ok". */
export function NetworkCounts({ ids, ...shared }: Props) {
  if (ids.length < 2) return <span />
  return (
    <ul className={classes.counts} aria-label="How the text fits each network">
      {ids.map(id => (
        <li key={id}>
          <NetworkCount id={id} {...shared} />
        </li>
      ))}
    </ul>
  )
}

function NetworkCount({ id, validator, problemsOf, onSelect }: Shared & { readonly id: number }) {
  const network = useEntry(id, ({ saved }) => saved.social_network)
  const text = useEntry(id, entry => {
    if (!validator) return '–'
    const left = networks[network].message.max - validator.messageLength(network, entry.draft)
    return fitOf(left, networks[network].message.max, problemsOf(entry).length)
  })
  return (
    <UnstyledButton
      className={classes.count}
      data-bad={/over|problem/.test(text)}
      title={`Look at ${networkNames[network]}`}
      onClick={() => onSelect(network)}
    >
      <NetworkBadge network={network} size={14} withName /> {text}
    </UnstyledButton>
  )
}

/** The characters that are left are worth a look when a tenth of the limit, or fewer than fifty, are. */
const fitOf = (left: number, max: number, problems: number): string => {
  if (left < 0) return `${-left} over`
  if (problems > 0) return problems === 1 ? '1 problem' : `${problems} problems`
  return left <= Math.max(50, max / 10) ? `${left} left` : 'ok'
}
