import { keepPreviousData, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { getBoard } from '#domain/publishing/board-contract.ts'
import { call } from '#web/platform/client.ts'
import type { BoardSearch } from './board-search.ts'

/** Streams of changes are of one project each, so the board asks whether its revision is still the present one. */
const EVERY_MS = 1_000

const keyOf = (search: BoardSearch) => ['board', search] as const

/** `of`: with which filters, as a text. */
type Shown = { readonly revision: string; readonly board: NonNullable<Answer['board']>; readonly of: string }
type Answer = Awaited<ReturnType<typeof ask>>

const ask = (query: Parameters<typeof call<typeof getBoard>>[1]['query'], signal: AbortSignal) =>
  call(getBoard, { query, signal })

/** The board is left out of an answer while the one that is shown is still right. */
const readBoard = async (client: QueryClient, search: BoardSearch, signal: AbortSignal): Promise<Shown> => {
  const shown = client.getQueryData<Shown>(keyOf(search))
  const { revision, board } = await ask({ ...search, ...(shown ? { known: shown.revision } : {}) }, signal)
  if (board) return { revision, board, of: JSON.stringify(search) }
  return shown ?? readBoard(client, search, signal)
}

/** The board with these filters, kept up to date. While others are chosen, the former one stays. */
export const useGetBoard = (search: BoardSearch) => {
  const client = useQueryClient()
  return useQuery({
    queryKey: keyOf(search),
    queryFn: ({ signal }) => readBoard(client, search, signal),
    refetchInterval: EVERY_MS,
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
}
