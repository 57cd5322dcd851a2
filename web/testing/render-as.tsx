import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import { type ReactNode, Suspense } from 'react'
import { createQueryClient, queryKeys } from '#web/platform/query.ts'
import { theme } from '#web/ui/theme/theme.ts'

/** For tests: renders something that needs the signed-in person. Returns the cache; `onError` gets its errors. */
export const renderAs = (
  me: object,
  drawn: ReactNode,
  onError: (error: unknown) => void = () => undefined,
) => {
  const client = createQueryClient(onError)
  client.setQueryData(queryKeys.me(), me)
  render(
    <MantineProvider theme={theme} env="test">
      <QueryClientProvider client={client}>
        <Suspense>{drawn}</Suspense>
      </QueryClientProvider>
    </MantineProvider>,
  )
  return client
}
