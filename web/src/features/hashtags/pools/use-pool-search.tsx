import { type ReactNode, useState } from 'react'
import type { HashtagPool } from '#domain/hashtags/model.ts'
import { holds, SearchField } from '#web/ui/form/search-field.tsx'

/** A field that searches the pools by name and hashtags, and the pools that it leaves. */
export const usePoolSearch = (
  pools: readonly HashtagPool[],
): { readonly field: ReactNode; readonly found: readonly HashtagPool[] } => {
  const [text, setText] = useState('')
  const found = pools.filter(({ pool_name, hashtags }) => holds(`${pool_name} ${hashtags}`, text))
  const field = (
    <SearchField
      label="Search pools"
      rows={pools.length}
      found={found.length}
      value={text}
      onChange={setText}
    />
  )
  return { field, found }
}
