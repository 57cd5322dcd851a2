import { Skeleton, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { messageOf } from '#web/platform/api-error.ts'
import { Failed, Loading } from '#web/ui/states.tsx'
import classes from './agency.module.css'
import { AgencyDetails } from './agency-details.tsx'
import { useGetAgency } from './api.ts'
import { NetworkCosts } from './network-costs.tsx'
import { ParkedMails } from './parked-mails.tsx'

/** `pause`: the section of a later feature. */
type Props = { readonly agencyId: number; readonly pause?: ReactNode }

/** The agency itself: name and logo, mails that failed and what networks cost (docs/product/agencies.md "Agency page"). */
export function AgencyScreen({ agencyId, pause }: Props) {
  const { data: agency, error, refetch } = useGetAgency(agencyId)
  return (
    <Stack gap="lg">
      <div>
        <Title order={1} size="h3">
          Company details
        </Title>
        <Text size="sm" c="dimmed">
          Name, logo and color of your agency.
        </Text>
      </div>
      {error && !agency && <Failed message={messageOf(error)} onRetry={() => void refetch()} />}
      {!error && !agency && (
        <Loading>
          <Skeleton height={240} />
        </Loading>
      )}
      {agency && (
        <section className={classes.panel}>
          <AgencyDetails key={agency.id} agency={agency} />
        </section>
      )}
      {/* Not before what stands above them, or they would move under the pointer. */}
      {(agency || error) && (
        <>
          {pause}
          <ParkedMails agencyId={agencyId} />
          <NetworkCosts agencyId={agencyId} />
        </>
      )}
    </Stack>
  )
}
