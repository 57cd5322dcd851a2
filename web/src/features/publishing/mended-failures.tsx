import { Button, Text } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { type SocialNetwork, socialNetworks } from '#domain/networks/model.ts'
import { networkNames } from '#domain/networks/names.ts'
import type { MendedFailure } from '#domain/publishing/contract.ts'
import { useProjectId } from '#web/platform/shown-project.ts'
import { useListMendedFailures } from './api.ts'
import classes from './publish-progress.module.css'

const PublishFailedModal = lazy(() =>
  import('./publish-failed-modal.tsx').then(module => ({ default: module.PublishFailedModal })),
)

/** On the accounts page: what can be published again since its account was connected (docs/product/publishing.md "After reconnecting"). */
export function MendedFailures() {
  const { data = [] } = useListMendedFailures(useProjectId())
  return socialNetworks.map(network => {
    const failures = data.filter(each => each.social_network === network)
    return (
      failures.length > 0 && (
        <section key={network} className={classes.mended} aria-label={`Failed on ${networkNames[network]}`}>
          <Text size="sm">
            {networkNames[network]} is connected again.{' '}
            {failures.length === 1 ? '1 post has' : `${failures.length} posts have`} failed without it.
          </Text>
          <PublishFailed network={network} failures={failures} />
        </section>
      )
    )
  })
}

type Props = { readonly network: SocialNetwork; readonly failures: readonly MendedFailure[] }

/** Opens what failed on a network, to publish all of it or some. */
export function PublishFailed({ network, failures }: Props) {
  const [isOpen, setOpen] = useState(false)
  const { length: count } = failures
  return (
    <>
      <Button size="xs" onClick={() => setOpen(true)}>
        Publish the {count === 1 ? 'one' : count} that failed
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <PublishFailedModal network={network} failures={failures} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
