import { Skeleton, Stack } from '@mantine/core'
import { Loading } from './states.tsx'

/** A list that loads: three rows of this height in pixels. */
export function RowsLoading({ height }: { readonly height: number }) {
  return (
    <Loading>
      <Stack gap="xs">
        {[1, 2, 3].map(row => (
          <Skeleton key={row} height={height} />
        ))}
      </Stack>
    </Loading>
  )
}
