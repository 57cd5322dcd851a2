import { getRouteApi } from '@tanstack/react-router'
import { BoardScreen } from '#web/features/board/board-screen.tsx'
import { BoardWall } from '#web/features/board/late-board-wall.tsx'
import { BoardLayout } from '#web/features/navigation/board-layout.tsx'
import { useMe } from '#web/platform/me.ts'
import { boardSearch } from './search.ts'

const route = getRouteApi('/board')

/** `/board`: of all projects, so it is a page of none. */
export function BoardPage() {
  const [project] = useMe().projects
  // What else an address has comes along, and the call would refuse it.
  const { wall, ...search } = boardSearch(route.useSearch())
  if (wall) return <BoardWall search={search} />
  // The guard opens the page only to somebody who has one.
  return (
    project && (
      <BoardLayout project={project}>
        <BoardScreen search={search} />
      </BoardLayout>
    )
  )
}
