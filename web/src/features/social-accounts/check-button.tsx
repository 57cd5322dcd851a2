import { Button } from '@mantine/core'
import { useEffect, useEffectEvent } from 'react'
import { networkNames } from '#domain/networks/names.ts'
import type { AccountHealth, AccountWithHealth } from '#domain/social-accounts/model.ts'
import { useProjectId } from '#web/platform/shown-project.ts'
import { sayWhenDone, toast } from '#web/ui/toast.tsx'
import { useCheckSocialAccount } from './api.ts'

/** What was checked this recently is not checked again when the screen opens. */
const FRESH_MS = 5 * 60_000

const report = (name: string, health: AccountHealth | undefined) => {
  if (health === 'works') toast.success(`${name} works`)
  else if (health === 'expiring') toast.info(`${name} works, but its access expires soon`)
  else if (health === 'needs_reconnecting') toast.error(`${name} needs reconnecting`)
  else toast.info(`${name} did not answer. Try again in a few minutes.`)
}

/** Asks the network about the account when the screen opens and at a click. */
export function CheckButton({ account }: { account: AccountWithHealth }) {
  const projectId = useProjectId()
  const { social_network: network, last_checked_at: checkedAt } = account
  const onOpen = useCheckSocialAccount(projectId, { silent: true })
  const onClick = useCheckSocialAccount(projectId)
  const checkIfStale = useEffectEvent(() => {
    const isFresh = checkedAt !== null && Date.now() - Date.parse(checkedAt) < FRESH_MS
    if (!isFresh) onOpen.mutate(network)
  })
  useEffect(() => checkIfStale(), [])
  const check = () =>
    sayWhenDone(onClick.mutateAsync(network), ({ connection, is_answered: isAnswered }) =>
      report(networkNames[network], isAnswered ? connection.account?.health : 'unknown'),
    )
  return (
    <Button
      variant="subtle"
      loading={onClick.isPending || onOpen.isPending}
      onClick={check}
      aria-label={`Check ${networkNames[network]} now`}
    >
      Check now
    </Button>
  )
}
