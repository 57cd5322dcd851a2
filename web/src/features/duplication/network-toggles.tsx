import { Switch, Text } from '@mantine/core'
import type { NetworkOffer } from '#domain/duplication/contract.ts'
import type { SocialNetwork } from '#domain/networks/model.ts'
import { networkNames } from '#domain/networks/names.ts'
import { NetworkBadge } from '#web/ui/badge/network-badge.tsx'
import classes from './network-toggles.module.css'

type Props = {
  readonly offers: readonly NetworkOffer[]
  readonly chosen: readonly SocialNetwork[]
  readonly onChange: (chosen: readonly SocialNetwork[]) => void
}

/** Whether the network can be chosen: it takes the post, and an account is connected. */
export const isOffered = ({ type, is_connected }: NetworkOffer): boolean => type !== null && is_connected

const blockOf = ({ type, is_connected, social_network }: NetworkOffer): string | null => {
  if (type === null) return `${networkNames[social_network]} does not take this post`
  return is_connected ? null : 'No account is connected'
}

/** A switch for each network, with what is lost there and what has to be mended (docs/product/duplicating.md "Dialog"). */
export function NetworkToggles({ offers, chosen, onChange }: Props) {
  const toggle = (network: SocialNetwork, isOn: boolean) =>
    onChange(
      offers.flatMap(({ social_network: one }) =>
        (one === network ? isOn : chosen.includes(one)) ? [one] : [],
      ),
    )
  return (
    <fieldset className={classes.group}>
      {/* Fixed wording (docs/product/duplicating.md "Dialog"). */}
      <legend>Select profile(s)</legend>
      {offers.map(offer => {
        const { social_network: network, lost, problems } = offer
        const block = blockOf(offer)
        const isChosen = chosen.includes(network)
        const notes = block === null ? (isChosen ? [...lost, ...problems] : []) : [block]
        return (
          <div key={network} className={classes.row}>
            <Switch
              checked={isChosen}
              disabled={block !== null}
              onChange={event => toggle(network, event.currentTarget.checked)}
              label={
                <span className={classes.name}>
                  <NetworkBadge network={network} size={20} /> {networkNames[network]}
                </span>
              }
              aria-label={networkNames[network]}
              aria-describedby={notes.length > 0 ? `lost-${network}` : undefined}
            />
            {notes.length > 0 && (
              <ul className={classes.notes} id={`lost-${network}`} data-blocked={block !== null || undefined}>
                {notes.map(note => (
                  <Text key={note} component="li" size="sm">
                    {note}
                  </Text>
                ))}
              </ul>
            )}
          </div>
        )
      })}
    </fieldset>
  )
}
