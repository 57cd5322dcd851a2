import { VisuallyHidden } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { wayBackOf } from '#web/features/calendar/grid-state/way-back.ts'
import { ManagePostScreen } from '#web/features/editor/manage-post-screen.tsx'
import { NewPostScreen } from '#web/features/editor/new-post-screen.tsx'
import { networksOf } from './search.ts'

const route = getRouteApi('/$projectId/creation/manage-post/$social')

/** The page's name for screen readers; visually the page starts with the post itself. */
export function ManagePostPage() {
  return (
    <>
      <VisuallyHidden component="h1">Manage post</VisuallyHidden>
      <NewOrExistingPost />
    </>
  )
}

/** `?postId=…` opens a post; `?socials=…&type=…&date=…` starts one (docs/product/posts.md "Editor page"). */
function NewOrExistingPost() {
  const { projectId, social } = route.useParams()
  const { postId, socials, type, date, design } = route.useSearch()
  const navigate = route.useNavigate()
  if (postId === undefined) {
    const chosen = networksOf(socials)
    return (
      <NewPostScreen
        networks={chosen.length > 0 ? [...new Set(chosen)] : [social]}
        type={type}
        date={date}
        onCreated={id => void navigate({ search: { postId: id, date, design }, replace: true })}
      />
    )
  }
  return (
    <ManagePostScreen
      postId={postId}
      network={social}
      date={date}
      onSelect={network =>
        void navigate({
          to: '/$projectId/manage-post/$social',
          params: { projectId, social: network },
          search: { postId, date },
          replace: true,
        })
      }
      onGone={() => void navigate(wayBackOf(projectId))}
    />
  )
}
