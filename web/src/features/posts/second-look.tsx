import { Alert, Text } from '@mantine/core'
import { IconEyeExclamation } from '@tabler/icons-react'
import { useQueries } from '@tanstack/react-query'
import { Fragment } from 'react'
import { listPostWarnings } from '#domain/posts/warnings-contract.ts'
import { call } from '#web/platform/client.ts'
import { queryKeys } from '#web/platform/query.ts'
import { useProjectId } from '#web/platform/shown-project.ts'
import classes from './second-look.module.css'
import { WarningText } from './warning-text.tsx'

/** As many posts are looked at before all of a selection are sent. */
const POSTS_MAX = 20

type Props = {
  /** With their names, if they are several. */
  readonly posts: readonly { readonly id: number; readonly name: string }[]
}

/** What to look at again in each of these posts, in their order; undefined while it is being read. A failure is no obstacle to anybody. */
const useListPostWarnings = (projectId: number, postIds: readonly number[]) =>
  useQueries({
    queries: postIds.map(postId => ({
      // Among the lists of posts, because a change of any other post may matter.
      queryKey: [...queryKeys.postLists(projectId), 'warnings', postId],
      queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
        call(listPostWarnings, { params: { postId }, signal }),
    })),
  }).map(({ data }) => data)

/** What to look at again before posts go to others; nothing if there is nothing (docs/product/posts.md "Second look"). */
export function SecondLook({ posts }: Props) {
  const projectId = useProjectId()
  const shown = posts.slice(0, POSTS_MAX)
  const warnings = useListPostWarnings(
    projectId,
    shown.map(({ id }) => id),
  )
  if (!warnings.some(list => list && list.length > 0)) return null
  return (
    <Alert
      p="xs"
      color="yellow"
      c="var(--g-text)"
      role="status"
      icon={<IconEyeExclamation size={18} aria-hidden />}
      title="Look at this again"
    >
      {shown.map(({ id, name }, index) => {
        const own = warnings[index] ?? []
        return (
          own.length > 0 && (
            <Fragment key={id}>
              {posts.length > 1 && (
                <Text size="sm" fw={600} lineClamp={1}>
                  <bdi>{name}</bdi>
                </Text>
              )}
              <ul className={classes.list}>
                {own.map(warning => (
                  <li key={JSON.stringify(warning)}>
                    <WarningText warning={warning} />
                  </li>
                ))}
              </ul>
            </Fragment>
          )
        )
      })}
    </Alert>
  )
}
