import { IconChecklist } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Hint } from '#web/ui/popup/hint.tsx'
import classes from './project-rail.module.css'

/** The page over all projects comes before them in the rail (docs/product/board.md "The page"). */
export function BoardLink({ isCurrent }: { readonly isCurrent: boolean }) {
  return (
    <Hint label="Will it publish?" position="right">
      <Link
        to="/board"
        className={`${classes.project} ${classes.board}`}
        aria-label="Will it publish?"
        aria-current={isCurrent || undefined}
      >
        <IconChecklist size={24} aria-hidden />
      </Link>
    </Hint>
  )
}
