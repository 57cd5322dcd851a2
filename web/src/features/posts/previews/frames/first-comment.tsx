import type { ReactNode } from 'react'
import type { PreviewAccount } from '#domain/social-accounts/shown-account.ts'
import { PersonAvatar } from '#web/ui/badge/person-avatar.tsx'
import classes from './frame.module.css'

/** The comment that the account puts right under its post. */
export function FirstComment({ account, children }: { account: PreviewAccount; children: ReactNode }) {
  if (!children) return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form
    <div className={classes.comment} role="group" aria-label="First comment">
      <PersonAvatar name={account.name} image={account.logo} size={28} decorative />
      <div className={classes.bubble}>
        <div className={classes.commentName}>{account.name}</div>
        {children}
      </div>
    </div>
  )
}
